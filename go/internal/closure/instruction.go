package closure

import (
	"encoding/binary"
	"fmt"
)

// The instructions whose operands are no plain bytes (Java Virtual Machine
// Specification, chapter 6).
const (
	ldc             = 18
	ldcW            = 19
	ldc2W           = 20
	iinc            = 132
	tableswitch     = 170
	lookupswitch    = 171
	getstatic       = 178
	invokeinterface = 185
	invokedynamic   = 186
	newObject       = 187
	anewarray       = 189
	checkcast       = 192
	instanceof      = 193
	wide            = 196
	multianewarray  = 197
	lastInstruction = 201
)

// instructions writes code with its constants by value.
func (r *reader) instructions() {
	for len(r.rest()) > 0 {
		op := r.u1()
		r.out = append(r.out, byte(op))
		switch op {
		case ldc:
			r.constant(r.u1())
		case tableswitch, lookupswitch:
			r.cases(op)
		case wide:
			wider := r.u1()
			n := 2
			if wider == iinc {
				n = 4
			}
			r.out = append(append(r.out, byte(wider)), r.bytes(n)...)
		default:
			if op > lastInstruction {
				panic(damage(fmt.Sprintf("instruction %d", op)))
			}
			if namesConstant(op) {
				r.constant(r.u2())
			}
			r.out = append(r.out, r.bytes(operands(op))...)
		}
	}
}

// cases are those of a switch: where to go on, aligned to four bytes of the
// method's code.
func (r *reader) cases(op int) {
	r.bytes((4 - r.at%4) % 4)
	word := func() int {
		b := r.bytes(4)
		r.out = append(r.out, b...)
		return int(int32(binary.BigEndian.Uint32(b)))
	}
	word() // the default
	n := word()
	if op == tableswitch {
		n = word() - n + 1
	} else {
		n *= 2
	}
	r.out = append(r.out, r.bytes(4*n)...)
}

func namesConstant(op int) bool {
	switch op {
	case ldcW, ldc2W, anewarray, checkcast, instanceof, multianewarray:
		return true
	}
	return op >= getstatic && op <= newObject
}

// operands is how many bytes follow an instruction, after its constant if it
// names one.
func operands(op int) int {
	switch {
	case op == 16, op >= 21 && op <= 25, op >= 54 && op <= 58, op == 169, op == 188, op == multianewarray:
		return 1 // bipush, loads, stores, ret, newarray; dimensions
	case op == 17, op == iinc, op >= 153 && op <= 168, op == 198, op == 199, op == invokeinterface, op == invokedynamic:
		return 2 // sipush, branches; a count and 0, or 0 and 0
	case op >= 200:
		return 4 // goto_w, jsr_w
	}
	return 0
}
