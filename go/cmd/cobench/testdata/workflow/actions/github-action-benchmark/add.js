// Adds an entry to data.js and commits it to what is checked out, as the action
// does with a repository named and nothing to fetch.
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const names = ['name', 'tool', 'output-file-path', 'gh-pages-branch', 'gh-repository', 'skip-fetch-gh-pages', 'benchmark-data-dir-path', 'auto-push', 'ref', 'github-token', 'alert-threshold', 'comment-on-alert', 'summary-always'];
const given = Object.fromEntries(names.map((name) => [name, process.env[`INPUT_${name.toUpperCase()}`] ?? '']));
fs.appendFileSync(path.join(process.env.STUBS, 'calls'), `github-action-benchmark\t${JSON.stringify(given)}\n`);
if (given['skip-fetch-gh-pages'] !== 'true' || given['gh-repository'] === '') throw new Error('would fetch');

const file = path.join(given['benchmark-data-dir-path'], 'data.js');
fs.mkdirSync(path.dirname(file), { recursive: true });
const begins = 'window.BENCHMARK_DATA = ';
const data = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8').slice(begins.length)) : { entries: {} };
const entries = (data.entries[given.name] ??= []);
entries.push({ commit: { id: given.ref }, tool: given.tool, benches: JSON.parse(fs.readFileSync(given['output-file-path'], 'utf8')) });
fs.writeFileSync(file, begins + JSON.stringify(data, null, 2));
const git = (...args) => execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@y', ...args]);
git('add', file);
git('commit', '--quiet', '--message', `add ${given.name} benchmark result for ${given.ref}`);
