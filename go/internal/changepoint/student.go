package changepoint

import "math"

// studentP is the two-sided p of Student's t-test on two samples of equal
// variance. Two single values show nothing, so theirs is 1. Where neither
// sample varies, any difference is certain.
func studentP(a, b moments) float64 {
	freedom := float64(a.n + b.n - 2)
	d := a.mean - b.mean
	if freedom < 1 || d == 0 {
		return 1
	}
	variance := (a.squares + b.squares) / freedom * (1/float64(a.n) + 1/float64(b.n))
	return studentTails(d*d/variance, freedom)
}

// studentTails is the probability that the square of Student's t exceeds
// square: the regularized incomplete beta function I_x(freedom/2, 1/2) at
// x = freedom/(freedom+square) (Abramowitz and Stegun, 26.5.27).
func studentTails(square, freedom float64) float64 {
	a, b := freedom/2, 0.5
	x, y := 1/(1+square/freedom), 1/(1+freedom/square)
	if x == 0 || y == 0 {
		return x // in the limits the function is its argument
	}
	gammaAB, _ := math.Lgamma(a + b)
	gammaA, _ := math.Lgamma(a)
	gammaB, _ := math.Lgamma(b)
	front := math.Exp(gammaAB - gammaA - gammaB - a*math.Log1p(square/freedom) - b*math.Log1p(freedom/square))
	if x < (a+1)/(a+b+2) {
		return front / a * betaFraction(x, a, b)
	}
	return 1 - front/b*betaFraction(y, b, a)
}

// betaFraction is the continued fraction of the incomplete beta function
// (DLMF 8.17.22), by Lentz's method as Thompson and Barnett changed it (J.
// Comput. Phys. 64, 1986). It converges fast for x below (a+1)/(a+b+2): within
// some sqrt(max(a, b)) steps.
func betaFraction(x, a, b float64) float64 {
	const (
		tiny      = 1e-300 // in place of a denominator of 0
		precision = 1e-14
	)
	fraction, c, d := 1.0, 1.0, 0.0
	for i := 1.0; ; i++ {
		m := math.Floor(i / 2)
		var term float64
		if i == 2*m {
			term = m * (b - m) * x / ((a + 2*m - 1) * (a + 2*m))
		} else {
			term = -(a + m) * (a + b + m) * x / ((a + 2*m) * (a + 2*m + 1))
		}
		if d = 1 + term*d; d == 0 {
			d = tiny
		}
		if c = 1 + term/c; c == 0 {
			c = tiny
		}
		d = 1 / d
		fraction *= c * d
		if !(math.Abs(c*d-1) > precision) {
			return 1 / fraction
		}
	}
}
