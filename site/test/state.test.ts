import { expect, test } from 'vitest';
import { parse, query } from '../src/cards/state.ts';

test.each([
  '',
  '?run=manual/2026/11/4f1c-1-local',
  '?workload=MatMul&x=n&unit=B/op',
  '?as=ratio',
  '?run=a/b&with=c/d&as=ratio&to=jvm-25/default',
  '?place=17',
  '?p.n=all&p.workers=8',
  '?y-scale=log&x-scale=linear&same-y=no',
  '?hide=go,jvm-25/event-loop',
  '?p.a%26b=%3Cscript%3E',
  '?p.workers=1&w.workers=8&warm-y=linear&warm-x=log',
])('the address %s comes back as it was', (address) => {
  expect(query(parse(address))).toBe(address);
});

test('what is not understood is no choice', () => {
  expect(query(parse('?y-scale=cubic&warm-y=cubic&same-y=perhaps&hide=,&as=x&other=1'))).toBe('');
});
