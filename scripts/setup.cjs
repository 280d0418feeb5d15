// Runs before `npm start`, `npm test` and `npm run check`, on whatever Node the machine has (18 and up),
// so: plain old JavaScript, no dependencies. It installs the packages, Node 24 among them, when they are
// missing or older than the lock file. npm puts node_modules/.bin first on PATH, so the script that follows
// runs on that Node 24.
'use strict';

const { execFileSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

const root = path.dirname(__dirname);
const stampFile = path.join(root, 'node_modules', '.debrief-installed');

if (Number(process.versions.node.split('.')[0]) < 18) {
  console.error(`Debrief needs Node 18 or newer to install itself; this is ${process.version}.`);
  process.exit(1);
}

function wantedStamp() {
  const lock = fs.readFileSync(path.join(root, 'package-lock.json'));
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform} ${process.arch}\n`;
}

function installed() {
  try {
    return fs.readFileSync(stampFile, 'utf8') === wantedStamp();
  } catch {
    return false;
  }
}

if (!installed()) {
  console.error('Installing packages (first run, or the lock file changed)…');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const options = { cwd: root, stdio: ['ignore', 2, 2] };
  try {
    if (npm && /\.c?js$/.test(npm)) execFileSync(process.execPath, [npm, ...args], options);
    else execFileSync('npm', args, { ...options, shell: process.platform === 'win32' });
  } catch {
    console.error('Installing the packages failed; the lines above say why.');
    process.exit(1);
  }
  fs.writeFileSync(stampFile, wantedStamp());
}
