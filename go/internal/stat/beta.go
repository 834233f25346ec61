package stat

import "math"

// StudentTails is the probability that the square of Student's t exceeds
// square (Abramowitz and Stegun, 26.5.27).
func StudentTails(square, freedom float64) float64 {
	return Beta(1/(1+square/freedom), 1/(1+freedom/square), freedom/2, 0.5)
}

// StudentQuantile is the t that Student's |t| stays below with that
// probability, by bisection.
func StudentQuantile(probability, freedom float64) float64 {
	low, high := 0.0, 1.0
	for StudentTails(high*high, freedom) > 1-probability {
		low, high = high, 2*high
	}
	for range 60 {
		if middle := (low + high) / 2; StudentTails(middle*middle, freedom) > 1-probability {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}

// Beta is the regularized incomplete beta function I_x(a, b). It takes y = 1-x
// too, which has more digits where x is close to 1.
//
// go-moremath's gives up, by a panic, where a or b is some 10,000: a trend has as
// many degrees of freedom as commits.
func Beta(x, y, a, b float64) float64 {
	if x == 0 || y == 0 {
		return x // in the limits the function is its argument
	}
	gammaAB, _ := math.Lgamma(a + b)
	gammaA, _ := math.Lgamma(a)
	gammaB, _ := math.Lgamma(b)
	front := math.Exp(gammaAB - gammaA - gammaB + a*logOf(x, y) + b*logOf(y, x))
	if x < (a+1)/(a+b+2) {
		return front / a * betaFraction(x, a, b)
	}
	return 1 - front/b*betaFraction(y, b, a)
}

// logOf is the logarithm of x, by y = 1-x where that has more digits.
func logOf(x, y float64) float64 {
	if x > 0.5 {
		return math.Log1p(-y)
	}
	return math.Log(x)
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
