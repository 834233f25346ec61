package closure

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A class is what runs of a class file, and the classes that it names.
type class struct {
	code  []byte   // without what is there for debuggers; constants by value, not by number
	names []string // of classes, as in a constant pool: java/lang/Object
	words []string // string constants, which may name classes too
	shape bool     // an interface or an annotation: of its use no instruction tells
}

// The format is that of the Java Virtual Machine Specification, chapter 4.

// The attributes that don't run. Frames are a proof about the code that the
// verifier checks, and follow from it.
var debugAttributes = []string{
	"LineNumberTable", "LocalVariableTable", "LocalVariableTypeTable", "SourceFile", "SourceDebugExtension", "StackMapTable",
	"BootstrapMethods", // are written where they are used
}

// The annotations that don't run: Kotlin's compiler and debugger read them.
var debugAnnotations = []string{
	"Lkotlin/Metadata;", "Lkotlin/coroutines/jvm/internal/DebugMetadata;", "Lkotlin/jvm/internal/SourceDebugExtension;",
}

// readClass refuses what is no class file.
func readClass(file []byte) (c class, err error) {
	r := &reader{file: file, limit: longest * len(file)}
	defer func() {
		switch e := recover().(type) {
		case nil:
		case damage:
			err = e
		default:
			panic(e)
		}
	}()
	if r.u4() != 0xcafebabe {
		return c, errors.New("no class file")
	}
	r.word(r.u4()) // version
	r.constants()
	access := r.u2()
	r.word(access)
	r.constant(r.u2()) // this
	r.constant(r.u2()) // super
	r.each(func() { r.constant(r.u2()) })
	for range 2 { // fields, methods
		r.each(func() {
			r.word(r.u2())
			r.constant(r.u2())
			r.constant(r.u2())
			r.attributes()
		})
	}
	r.attributes()
	if len(r.rest()) > 0 {
		return c, errors.New("damaged class file: bytes after its end")
	}
	if r.unknown != "" {
		r.text(r.unknown)
		r.out = append(r.out, file...) // it may number constants, so that only the same file is the same
	}
	const isInterface = 0x0200
	return class{r.out, r.names, r.words, access&isInterface != 0}, nil
}

type damage string

func (d damage) Error() string { return "damaged class file: " + string(d) }

// A reader writes what it reads, in the form that is compared.
type reader struct {
	file      []byte
	at        int
	pool      []poolEntry
	bootstrap [][]int // method handle and arguments, by number
	out       []byte
	names     []string
	words     []string
	unknown   string // an attribute that is not known
	depth     int
	limit     int // of what is written
}

type poolEntry struct {
	tag  byte
	text string // of Utf8; the bytes of numbers
	a, b int
}

// The tags of constants.
const (
	utf8Tag, integerTag, floatTag, longTag, doubleTag = 1, 3, 4, 5, 6
	classTag, stringTag                               = 7, 8
	fieldTag, methodTag, interfaceTag, nameAndTypeTag = 9, 10, 11, 12
	handleTag, methodTypeTag, dynamicTag, invokeTag   = 15, 16, 17, 18
	moduleTag, packageTag                             = 19, 20
)

func (r *reader) bytes(n int) []byte {
	if n < 0 || n > len(r.file)-r.at {
		panic(damage("it ends early"))
	}
	r.at += n
	return r.file[r.at-n : r.at]
}

func (r *reader) rest() []byte { return r.file[r.at:] }
func (r *reader) u1() int      { return int(r.bytes(1)[0]) }
func (r *reader) u2() int      { return int(binary.BigEndian.Uint16(r.bytes(2))) }
func (r *reader) u4() int      { return int(binary.BigEndian.Uint32(r.bytes(4))) }

func (r *reader) each(f func()) {
	n := r.u2()
	r.word(n)
	for range n {
		f()
	}
}

func (r *reader) word(n int) { r.out = binary.AppendVarint(r.out, int64(n)) }

// text is written with its length, so that two texts are never one.
func (r *reader) text(s string) {
	r.word(len(s))
	r.out = append(r.out, s...)
}

func (r *reader) constants() {
	count := r.u2()
	r.pool = make([]poolEntry, max(count, 1))
	for i := 1; i < count; i++ {
		e := poolEntry{tag: byte(r.u1())}
		switch e.tag {
		case utf8Tag:
			e.text = string(r.bytes(r.u2()))
		case integerTag, floatTag:
			e.text = string(r.bytes(4))
		case longTag, doubleTag:
			e.text = string(r.bytes(8))
		case classTag, stringTag, methodTypeTag, moduleTag, packageTag:
			e.a = r.u2()
		case fieldTag, methodTag, interfaceTag, nameAndTypeTag, dynamicTag, invokeTag:
			e.a, e.b = r.u2(), r.u2()
		case handleTag:
			e.a, e.b = r.u1(), r.u2()
		default:
			panic(damage(fmt.Sprintf("constant %d of kind %d", i, e.tag)))
		}
		r.pool[i] = e
		if e.tag == longTag || e.tag == doubleTag {
			i++ // takes two numbers
		}
	}
	// Where bootstrap methods are is known at the end only, and needed before it.
	r.findBootstrap()
	for i := range r.pool {
		switch e := r.pool[i]; e.tag {
		case classTag:
			r.name(r.utf8(e.a))
		case stringTag:
			r.words = append(r.words, r.utf8(e.a))
		case nameAndTypeTag:
			r.descriptor(r.utf8(e.b))
		case methodTypeTag:
			r.descriptor(r.utf8(e.a))
		}
	}
}

func (r *reader) entry(i int) poolEntry {
	if i < 0 || i >= len(r.pool) {
		panic(damage(fmt.Sprintf("no constant %d", i)))
	}
	return r.pool[i]
}

func (r *reader) utf8(i int) string {
	e := r.entry(i)
	if e.tag != utf8Tag {
		panic(damage(fmt.Sprintf("constant %d is no text", i)))
	}
	return e.text
}

// name takes the name of a class, or of an array, which is a descriptor.
func (r *reader) name(s string) {
	if strings.HasPrefix(s, "[") {
		r.descriptor(s)
	} else {
		r.names = append(r.names, s)
	}
}

// descriptor takes the classes that a type names: (ILjava/lang/String;)V.
func (r *reader) descriptor(s string) {
	for {
		_, after, found := strings.Cut(s, "L")
		if !found {
			return
		}
		name, rest, found := strings.Cut(after, ";")
		if !found {
			return
		}
		r.names = append(r.names, name)
		s = rest
	}
}

// deepest is how far constants and annotations may lie in one another: a bootstrap
// method's arguments do, and may have bootstrap methods.
const deepest = 32

// longest is how much may be written for a byte of a file whose constants
// contain each other many times over.
const longest = 1000

// constant writes what a number stands for; 0 is none.
func (r *reader) constant(i int) {
	if r.depth++; r.depth > deepest {
		panic(damage("constants that contain themselves"))
	}
	if len(r.out) > r.limit {
		panic(damage("constants that contain each other too often"))
	}
	defer func() { r.depth-- }()
	e := r.entry(i)
	r.word(int(e.tag))
	switch e.tag {
	case utf8Tag, integerTag, floatTag, longTag, doubleTag:
		r.text(e.text)
	case classTag, stringTag, methodTypeTag, moduleTag, packageTag:
		r.constant(e.a)
	case fieldTag, methodTag, interfaceTag, nameAndTypeTag:
		r.constant(e.a)
		r.constant(e.b)
	case handleTag:
		r.word(e.a)
		r.constant(e.b)
	case dynamicTag, invokeTag:
		if e.a >= len(r.bootstrap) {
			panic(damage(fmt.Sprintf("no bootstrap method %d", e.a)))
		}
		for _, part := range r.bootstrap[e.a] {
			r.constant(part)
		}
		r.constant(e.b)
	}
}

// findBootstrap looks ahead for the attribute of the class that has the
// bootstrap methods, and comes back.
func (r *reader) findBootstrap() {
	here := r.at
	defer func() { r.at = here }()
	r.bytes(6)
	r.bytes(2 * r.u2())
	for range 2 {
		for range r.u2() {
			r.bytes(6)
			for range r.u2() {
				r.bytes(2)
				r.bytes(r.u4())
			}
		}
	}
	for range r.u2() {
		name, length := r.utf8(r.u2()), r.u4()
		if name != "BootstrapMethods" {
			r.bytes(length)
			continue
		}
		for range r.u2() {
			method := []int{r.u2()}
			for range r.u2() {
				method = append(method, r.u2())
			}
			r.bootstrap = append(r.bootstrap, method)
		}
	}
}

func (r *reader) attributes() {
	for range r.u2() {
		name, length := r.utf8(r.u2()), r.u4()
		body := &reader{file: r.bytes(length), pool: r.pool, bootstrap: r.bootstrap, limit: r.limit}
		if slices.Contains(debugAttributes, name) {
			continue
		}
		body.text(name)
		body.attribute(name)
		if len(body.rest()) > 0 {
			panic(damage(name + ": bytes after its end"))
		}
		r.out = append(r.out, body.out...)
		r.names = append(r.names, body.names...)
		if body.unknown != "" {
			r.unknown = body.unknown
		}
	}
}

func (r *reader) attribute(name string) {
	index := func() { r.constant(r.u2()) }
	switch name {
	case "Code":
		r.word(r.u2())
		r.word(r.u2())
		code := &reader{file: r.bytes(r.u4()), pool: r.pool, bootstrap: r.bootstrap, limit: r.limit}
		code.instructions()
		r.word(len(code.out))
		r.out = append(r.out, code.out...)
		r.each(func() {
			for range 3 {
				r.word(r.u2())
			}
			index()
		})
		r.attributes()
	case "ConstantValue", "Signature", "NestHost":
		index() // what a signature names stands in a descriptor too, but for type arguments, which don't run
	case "EnclosingMethod":
		index()
		index()
	case "Exceptions", "NestMembers", "PermittedSubclasses":
		r.each(index)
	case "InnerClasses":
		r.each(func() {
			index()
			index()
			index()
			r.word(r.u2())
		})
	case "MethodParameters":
		n := r.u1()
		r.word(n)
		for range n {
			index()
			r.word(r.u2())
		}
	case "Record":
		r.each(func() {
			index()
			index()
			r.attributes()
		})
	case "Synthetic", "Deprecated":
	case "AnnotationDefault":
		r.value()
	case "RuntimeVisibleAnnotations", "RuntimeInvisibleAnnotations":
		r.annotations()
	case "RuntimeVisibleParameterAnnotations", "RuntimeInvisibleParameterAnnotations":
		n := r.u1()
		r.word(n)
		for range n {
			r.annotations()
		}
	default:
		r.unknown = name
		r.bytes(len(r.rest()))
	}
}

func (r *reader) annotations() {
	for range r.u2() {
		before := len(r.out)
		if kind := r.annotation(); slices.Contains(debugAnnotations, kind) {
			r.out = r.out[:before]
		}
	}
	r.word(-1) // the end: how many there are is not the same with and without those that are left out
}

func (r *reader) annotation() (kind string) {
	kind = r.utf8(r.u2())
	names := len(r.names)
	r.text(kind)
	r.descriptor(kind)
	r.each(func() {
		r.constant(r.u2())
		r.value()
	})
	if slices.Contains(debugAnnotations, kind) {
		r.names = r.names[:names]
	}
	return kind
}

// value is an annotation's.
func (r *reader) value() {
	if r.depth++; r.depth > deepest {
		panic(damage("annotations that contain themselves"))
	}
	defer func() { r.depth-- }()
	tag := r.u1()
	r.word(tag)
	switch tag {
	case 'B', 'C', 'D', 'F', 'I', 'J', 'S', 'Z', 's':
		r.constant(r.u2())
	case 'e':
		kind := r.u2()
		r.descriptor(r.utf8(kind))
		r.constant(kind)
		r.constant(r.u2())
	case 'c':
		kind := r.u2()
		r.descriptor(r.utf8(kind))
		r.constant(kind)
	case '@':
		r.annotation()
	case '[':
		r.each(r.value)
	default:
		panic(damage(fmt.Sprintf("an annotation's value of kind %d", tag)))
	}
}
