// What two commits measured in one job showed: the verdicts on what got slower or faster.

import type { Site, Verdict } from '../data/site.ts';
import { el } from '../ui/dom.ts';
import { date, percent, commit as short } from '../ui/format.ts';
import { hint } from '../ui/hint.ts';
import { pageAddress } from '../ui/links.ts';
import { shownName } from '../ui/name.ts';

/** Shown at once. */
const MOST = 8;

/** verdicts is the section, undefined where there is none to tell of. */
export function verdicts(site: Site): HTMLElement | undefined {
  if (site.verdicts.length === 0) return undefined;
  return el(
    'section',
    { class: 'lately verdicts', 'aria-labelledby': 'verdicts-title' },
    el(
      'div',
      { class: 'titled' },
      el('h2', { id: 'verdicts-title' }, 'Verdicts'),
      hint(
        'What a verdict is',
        'Benchmarks that got slower or faster when two commits were measured side by side in one job, newest first; recent changes come from trends over many jobs. p is adjusted for the number of benchmarks tested.',
      ),
    ),
    el(
      'ul',
      { class: 'changes' },
      site.verdicts.slice(0, MOST).map((v) => el('li', {}, line(v))),
    ),
  );
}

function line(v: Verdict): HTMLElement {
  const worse = v.verdict === 'slower';
  return el(
    'a',
    {
      class: 'change-line',
      href: `${pageAddress('compare', [['run', v.run]])}#judged`,
      title: `${short(v.base, false)} → ${short(v.head, false)}: ${percent(v.low)} … ${percent(v.high)}, p = ${v.p.toPrecision(2)}, n = ${v.n}`,
    },
    el(
      'span',
      { class: `change ${worse ? 'worse' : 'better'}` },
      `${worse ? '▲ ' : '▼ '}${percent(v.ratio)}`,
    ),
    el(
      'span',
      { class: 'what' },
      el('strong', {}, `${v.runtime} ${shownName(v.benchmark)}`),
      v.members > 0 ? ` (${v.members} together)` : '',
    ),
    el(
      'span',
      { class: 'ends quiet' },
      `${v.verdict}, ${percent(v.low)} … ${percent(v.high)}, ${short(v.head, false)}, ${date(v.date).replace(/ \d{4},.*/, '')}`,
    ),
  );
}
