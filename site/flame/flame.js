// The script of a differential flame graph, which cobench writes as one file beside
// the results of a run: npm run flame puts it, with its libraries, into
// go/internal/why/flame.js, where Go embeds it.
import flamegraph, { colorMapper } from 'd3-flame-graph';
import '../node_modules/d3-flame-graph/dist/d3-flamegraph.css';
import { select } from 'd3-selection';

const number = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
const { unit, root } = JSON.parse(document.getElementById('data').textContent);
const place = document.getElementById('graph');
const details = document.getElementById('details');

const amount = (value) => `${number.format(value)} ${unit}`;
const change = (delta) => `${delta < 0 ? '−' : '+'}${amount(Math.abs(delta))}`;
const label = (d) => `${d.data.n}: ${amount(d.data.v - d.data.d)} → ${amount(d.data.v)}, ${change(d.data.d)}`;

const chart = flamegraph()
  .width(place.clientWidth)
  .cellHeight(20)
  .minFrameSize(1)
  .transitionDuration(0)
  .setColorMapper(colorMapper.differentialColorMapper)
  .label(label)
  .setDetailsElement(details);
chart.setDetailsHandler((d) => {
  details.textContent = d ? label(d) : '\u00a0';
});
select(place).datum(root).call(chart);

addEventListener('resize', () => chart.width(place.clientWidth).update());
document.getElementById('search').addEventListener('input', (event) => {
  const term = event.target.value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  if (term) chart.search(term);
  else chart.clear();
});
document.getElementById('whole').addEventListener('click', () => chart.resetZoom());
