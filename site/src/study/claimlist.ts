// The claims as a reader sees them: what was said, where, and what is found here.

import { el } from '../ui/dom.ts';
import type { Claim } from './claim.ts';
import type { Finding, Verdict } from './weigh.ts';

export const VERDICTS: Verdict[] = ['confirmed', 'refuted', 'mixed', 'not measured'];

export interface Judged {
  claim: Claim;
  finding: Finding;
}

/** claimList draws the claims of a study. */
export function claimList(judged: Judged[], label: string): HTMLElement {
  return el(
    'ul',
    { class: 'claims', 'aria-label': label },
    judged.map(({ claim, finding }) =>
      el(
        'li',
        { id: claim.id },
        el(
          'p',
          { class: 'said' },
          badge(finding.verdict, finding.verdict),
          claim.text,
          ' ',
          el('span', { class: 'quiet' }, `(${claim.source})`),
        ),
        el('p', {}, el('span', { class: 'quiet' }, 'Here: '), finding.evidence),
        claim.note === undefined ? undefined : el('p', { class: 'quiet' }, 'In the study: ', claim.note),
      ),
    ),
  );
}

/** score counts the verdicts of each study, and of all together. */
export function score(rows: { name: string; href: string; judged: Judged[] }[]): HTMLElement {
  const counts = (judged: Judged[]) =>
    VERDICTS.flatMap((verdict) => {
      const count = judged.filter((j) => j.finding.verdict === verdict).length;
      return count === 0 ? [] : [badge(verdict, `${count} ${verdict}`), ' '];
    });
  return el(
    'ul',
    { class: 'score', 'aria-label': 'Claims by verdict' },
    rows.map((row) =>
      el('li', {}, el('a', { href: row.href }, row.name), el('span', {}, counts(row.judged))),
    ),
    el('li', {}, el('strong', {}, 'All four'), el('span', {}, counts(rows.flatMap((row) => row.judged)))),
  );
}

function badge(verdict: Verdict, text: string): HTMLElement {
  return el('span', { class: `verdict ${verdict.replace(' ', '-')}` }, text);
}
