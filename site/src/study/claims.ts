// What the studies said, each claim with the rule by which this site's own measurements confirm or refute it.

import type { Claim } from './claim.ts';
import { matrixClaims } from './claims-a.ts';
import { ioClaims } from './claims-b.ts';
import { serverClaims } from './claims-c.ts';
import { counterClaims } from './claims-d.ts';
import type { Data } from './source.ts';
import { type Finding, notMeasured } from './weigh.ts';

export const CLAIMS: Claim[] = [...matrixClaims, ...ioClaims, ...serverClaims, ...counterClaims];

/** judged is a claim's finding over what the site has. */
export function judged(claim: Claim, data: Data): Finding {
  const measured = data[claim.subject];
  return measured ? claim.judge(measured) : notMeasured('No run of the study profile has anything of it.');
}
