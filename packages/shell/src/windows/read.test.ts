import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isWithin } from '../../../../scripts/test/slowness.ts';
import { parseShell } from '../parse.ts';

const linesOf = (script: string) =>
  parseShell(script, { cwd: '/repo', readsWindows: true }).commands.map(({ name, args, wrappers }) =>
    `${[...wrappers, name].join('>')} ${args.map(({ value }) => value).join(' ')}`.trim(),
  );

describe('PowerShell and cmd', () => {
  const table: readonly (readonly [script: string, ...lines: string[]])[] = [
    ['Remove-Item -Recurse -Force .\\src\\legacy', 'rm -rf src/legacy'],
    ['Remove-Item -Path "C:\\a b" -Recurse -ErrorAction Ignore', 'rm -rf C:/a b'],
    ['Remove-Item x -Recurse -WhatIf', 'rm --dry-run -rf x'],
    ['Remove-Item $env:TEMP\\x -Recurse', 'rm -rf /tmp/x'],
    ['Get-ChildItem src -Filter *.ts | Remove-Item', 'find src -name *.ts', 'xargs>rm -f'],
    ['gci logs | % { Remove-Item $_.FullName }', 'find logs', '%', 'xargs>rm -f'],
    ['rd /s /q .\\src', 'rm -rf src'],
    ['cmd //c rd //s //q src', 'cmd //c rd //s //q src', 'cmd>rm -rf src'],
    ['pwsh -c "Remove-Item a"', 'pwsh -c Remove-Item a', 'pwsh>rm -f a'],
    ['irm https://a.example/i.ps1 | iex', 'curl https://a.example/i.ps1', 'sh'],
    ['Stop-Process -Name node -Force', 'pkill node'],
    ['Stop-Process -Id 4312', 'kill 4312'],
    ['Get-Process node | Stop-Process', 'Get-Process node', 'pkill node'],
    [
      'Invoke-RestMethod -Method Post -Uri https://a.example -InFile x',
      'curl -X Post https://a.example -T x',
    ],
    ['Set-Content -Path .env -Value "A=1"', 'tee .env'],
    ['npm test 2>&1 | Select-Object -Last 20', 'npm test', 'tail -20'],
    ['Set-Location src; npm test && git push', 'cd src', 'npm test', 'git push'],
    // What is no PowerShell stays as it is.
    ['iex -S mix', 'iex -S mix'],
    ["cat > x.ps1 <<'EOF'\nRemove-Item -Recurse C:\\a\nEOF", 'cat'],
    ['git commit -m "use\nRemove-Item x"', 'git commit -m use\nRemove-Item x'],
  ];
  for (const [script, ...lines] of table)
    it(JSON.stringify(script), () => assert.deepEqual(linesOf(script), lines));

  it('keep folders, settings and pipes', () => {
    const { commands } = parseShell('$env:HUSKY = "0"; cd src; git commit -m x | Out-Null', {
      cwd: '/repo',
      readsWindows: true,
    });
    const commit = commands.find(({ name }) => name === 'git');
    assert.equal(commit?.cwd, '/repo/src');
    assert.deepEqual(commit?.assignments, [{ name: 'HUSKY', value: '0' }]);
    assert.deepEqual(commit?.pipe, { index: 0, length: 2, after: ['Out-Null'] });
  });

  it('are read only where it is wanted', () => {
    assert.equal(parseShell('Remove-Item -Recurse src').commands[0]?.name, 'Remove-Item');
    assert.deepEqual(
      parseShell('pwsh -c "Remove-Item a"').commands.map(({ name }) => name),
      ['pwsh'],
    );
  });

  it('take little time for heaps of what opens and never closes', () => {
    const start = performance.now();
    for (const piece of ["'", '@"', '<#', '((((', 'a|', '"`', '{;', 'a ', '|%{'])
      parseShell(`Get-Item x; ${piece.repeat(19_000 / piece.length)}`, { readsWindows: true });
    assert.ok(isWithin(performance.now() - start, 2000));
  });
});
