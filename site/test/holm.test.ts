import { expect, test } from 'vitest';
import { holm } from '../src/differences/holm.ts';

test.each([
  // As R's p.adjust(p, "holm") < alpha has it.
  [[0.001, 0.006, 0.003, 0.2], 0.01, [true, false, true, false]],
  [[0.01, 0.02, 0.03, 0.04], 0.05, [true, false, false, false]],
  [[0.005, 0.011, 0.02, 0.04, 0.13], 0.05, [true, true, false, false, false]],
  [[], 0.01, []],
  [[undefined, 0.004, undefined], 0.01, [false, true, false]],
])('of %j at %d hold %j', (ps, alpha, want) => expect(holm(ps, alpha)).toEqual(want));

test('equal tables cry wolf at most as often as promised', () => {
  let seed = 1;
  const random = () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
  let alarms = 0;
  for (let i = 0; i < 4000; i++) if (holm(Array.from({ length: 300 }, random)).includes(true)) alarms++;
  expect(alarms / 4000).toBeLessThan(0.015);
});
