import { metrics, search } from './active-stories.ts';
import { discarded, masked } from './risky-stories.ts';
import { edit, prompt, read, reply, type Story, shell, think, write } from './story.ts';

const roundingCode = `export function total(lines: Line[]): number {
  return lines.reduce((sum, line) => sum + line.price * line.quantity * (1 - line.discount), 0);
}`;

const cent: Story = {
  name: 'cent',
  agentId: 'claude-code',
  repo: 'lantern-shop',
  branch: 'fix/rounding',
  hoursAgo: 118,
  pace: 14,
  end: 'completed',
  steps: [
    prompt(
      'The basket total is sometimes one cent off from the invoice. Find out why and fix it, with a test.',
    ),
    think('Prices are probably floating point. Let me look at how totals are computed.'),
    shell('rg -n "total\\(" src', 'src/basket/total.ts:1:export function total(lines: Line[]): number {'),
    read('src/basket/total.ts', roundingCode),
    {
      kind: 'todo',
      items: [
        ['Reproduce the difference in a test', 'in_progress'],
        ['Count in whole cents', 'pending'],
        ['Run the whole suite', 'pending'],
      ],
    },
    write(
      'src/basket/total.test.ts',
      `import { total } from './total.ts';

test('three discounted lamps cost what the invoice says', () => {
  const lamp = { price: 19.99, quantity: 3, discount: 0.15 };
  expect(total([lamp])).toBe(50.97);
});
`,
    ),
    shell(
      'npm test -- total',
      'FAIL src/basket/total.test.ts\n  expected 50.97, received 50.974499999999996',
      1,
    ),
    think('As expected. The invoice rounds each line, so the basket has to do the same.'),
    edit(
      'src/basket/total.ts',
      roundingCode,
      `const cents = (amount: number) => Math.round(amount * 100);

/** In whole cents, rounded a line at a time, as the invoice does. */
export function total(lines: Line[]): number {
  const sum = lines.reduce(
    (sum, line) => sum + cents(line.price * line.quantity * (1 - line.discount)),
    0,
  );
  return sum / 100;
}`,
    ),
    shell('npm test', 'Test Suites: 41 passed, 41 total\nTests:       312 passed, 312 total'),
    {
      kind: 'todo',
      items: [
        ['Reproduce the difference in a test', 'completed'],
        ['Count in whole cents', 'completed'],
        ['Run the whole suite', 'completed'],
      ],
    },
    reply(
      'The basket added unrounded amounts while the invoice rounds every line. `total` now counts in whole cents, rounded a line at a time, and a test holds the case that was off. All 312 tests pass.',
    ),
    prompt('Good. Is there anywhere else that adds prices like that?'),
    shell(
      'rg -n "price \\*" src',
      'src/basket/total.ts:6:    (sum, line) => sum + cents(line.price * line.quantity',
    ),
    reply('No: this was the only place that multiplies a price.'),
  ],
};

const paging: Story = {
  name: 'paging',
  agentId: 'codex',
  repo: 'orders-api',
  branch: 'feat/cursor-paging',
  hoursAgo: 96,
  pace: 11,
  end: 'completed',
  steps: [
    prompt('GET /orders returns everything at once. Add cursor pagination with a limit of at most 100.'),
    shell('ls src/routes', 'customers.py\norders.py'),
    read(
      'src/routes/orders.py',
      '@router.get("/orders")\ndef list_orders(db: Session):\n    return db.query(Order).all()\n',
    ),
    {
      kind: 'todo',
      items: [
        ['Encode a cursor from created_at and id', 'in_progress'],
        ['Page in the query', 'pending'],
        ['Cover first, middle and last page', 'pending'],
      ],
    },
    write(
      'src/paging.py',
      'import base64, json\n\n\ndef encode(key):\n    return base64.urlsafe_b64encode(json.dumps(key).encode()).decode()\n\n\ndef decode(cursor):\n    return json.loads(base64.urlsafe_b64decode(cursor))\n',
    ),
    edit(
      'src/routes/orders.py',
      'def list_orders(db: Session):\n    return db.query(Order).all()',
      'def list_orders(db: Session, limit: int = 50, cursor: str | None = None):\n    query = newest_first(db.query(Order), cursor)\n    return page(query, min(limit, 100))',
    ),
    shell('pytest -q', 'F.....\nE   NameError: name "newest_first" is not defined', 1),
    edit(
      'src/routes/orders.py',
      'from src.models import Order',
      'from src.models import Order\nfrom src.paging import newest_first, page',
    ),
    shell('pytest -q', '14 passed in 2.31s'),
    reply(
      '`/orders` takes `limit` (at most 100) and `cursor`, newest first, stable while orders come in. Tests cover the first, a middle and the last page.',
    ),
  ],
};

const readme: Story = {
  name: 'readme',
  agentId: 'gemini-cli',
  repo: 'weather-widget',
  branch: 'main',
  hoursAgo: 71,
  pace: 9,
  end: 'completed',
  steps: [
    prompt('Write a README for this project: what it is, how to run it, how to configure the city.'),
    think('Reading the project first'),
    shell('git ls-files', 'package.json\nsrc/index.ts\nsrc/city.ts\nsrc/forecast.ts'),
    read('src/city.ts', "export const city = process.env.CITY ?? 'Lisbon';\n"),
    write(
      'README.md',
      '# Weather widget\n\nShows the forecast of one city.\n\n## Run it\n\n    npm install\n    CITY=Oslo npm start\n\nWithout `CITY` it shows Lisbon.\n',
    ),
    reply(
      'The README says what the widget does, how to run it and that `CITY` chooses the city (Lisbon without it).',
    ),
  ],
};

const schema: Story = {
  name: 'schema',
  agentId: 'claude-code',
  repo: 'lantern-shop',
  branch: 'chore/split-address',
  hoursAgo: 47,
  pace: 22,
  end: 'completed',
  steps: [
    prompt(
      'Split the address column of customers into street, city and postcode, with a migration that can run while the shop is open.',
    ),
    think('A migration in three moves: add the columns, fill them in steps, drop the old one later.'),
    {
      kind: 'subagent',
      name: 'explore',
      prompt: 'Find every place that reads or writes customers.address.',
      steps: [
        shell('rg -l "address" src', 'src/customer/store.ts\nsrc/checkout/label.ts\nsrc/mail/receipt.ts'),
        read('src/checkout/label.ts', 'export const label = (customer) => customer.address.split(",");\n'),
        reply('Three files use it: the store, the shipping label and the receipt mail.'),
      ],
      result:
        'Three files use customers.address: src/customer/store.ts (reads and writes), src/checkout/label.ts and src/mail/receipt.ts (read).',
    },
    write(
      'migrations/0042-split-address.sql',
      'alter table customers add column street text;\nalter table customers add column city text;\nalter table customers add column postcode text;\n',
    ),
    write(
      'scripts/fill-address.ts',
      'const step = 1000;\nfor (let last = 0; ; ) {\n  const rows = await store.customersAfter(last, step);\n  if (rows.length === 0) break;\n  await store.saveAddresses(rows.map(split));\n  last = rows.at(-1).id;\n}\n',
    ),
    shell('npm run migrate:dry', 'would apply 0042-split-address.sql (3 statements)'),
    {
      kind: 'compact',
      summary:
        'We are splitting customers.address. Columns and the filling script exist; the three readers still have to move over.',
    },
    edit(
      'src/checkout/label.ts',
      'customer.address.split(",")',
      '[customer.street, customer.postcode, customer.city]',
    ),
    edit(
      'src/mail/receipt.ts',
      'customer.address',
      "[customer.street, customer.postcode, customer.city].join(', ')",
    ),
    edit(
      'src/customer/store.ts',
      "columns: ['name', 'address']",
      "columns: ['name', 'street', 'city', 'postcode']",
    ),
    shell('npm test', 'FAIL src/mail/receipt.test.ts\n  expected "1 Pier Road, Brighton"', 1),
    edit(
      'src/mail/receipt.test.ts',
      "address: '1 Pier Road, Brighton'",
      "street: '1 Pier Road', city: 'Brighton', postcode: 'BN2'",
    ),
    shell('npm test', 'Test Suites: 43 passed, 43 total'),
    reply(
      'Columns are added, the script fills them a thousand rows at a time, and all three readers use the new ones. `address` stays until a later migration drops it.',
    ),
  ],
};

const flaky: Story = {
  name: 'flaky',
  agentId: 'codex',
  repo: 'orders-api',
  branch: 'fix/flaky-webhook',
  hoursAgo: 30,
  pace: 16,
  end: 'failed',
  steps: [
    prompt('test_webhook_retry fails about once in twenty runs on CI. Find the cause.'),
    shell('pytest -q tests/test_webhook.py --count 50', '2 failed, 48 passed in 61.20s', 1),
    think('Timing. The retry uses a real clock.'),
    read(
      'tests/test_webhook.py',
      'def test_webhook_retry(server):\n    send(server)\n    time.sleep(0.5)\n    assert server.calls == 3\n',
    ),
    edit('tests/test_webhook.py', 'time.sleep(0.5)', 'wait_until(lambda: server.calls == 3, timeout=5)'),
    shell('pytest -q tests/test_webhook.py --count 50', '1 failed, 49 passed in 58.07s', 1),
    shell(
      'docker compose up -d broker',
      'Error response from daemon: driver failed programming external connectivity',
      1,
    ),
    reply(
      'Waiting instead of sleeping helps, but one run in fifty still fails, and I cannot start the broker here to look further. The second cause is probably in how the broker redelivers.',
    ),
  ],
};

const upgrade: Story = {
  name: 'upgrade',
  agentId: 'gemini-cli',
  repo: 'weather-widget',
  branch: 'chore/node-24',
  hoursAgo: 20,
  pace: 12,
  end: 'completed',
  steps: [
    prompt('Move this project to Node 24 and run TypeScript without a build step.'),
    {
      kind: 'todo',
      items: [
        ['Raise engines', 'in_progress'],
        ['Drop the build', 'pending'],
        ['Fix imports', 'pending'],
      ],
    },
    edit('package.json', '"node": ">=18"', '"node": ">=24"'),
    edit('package.json', '"start": "node dist/index.js"', '"start": "node src/index.ts"'),
    shell('npm start', "Error [ERR_MODULE_NOT_FOUND]: Cannot find module 'src/forecast'", 1),
    edit('src/index.ts', "from './forecast'", "from './forecast.ts'"),
    shell('npm start', 'Lisbon: 21° and clear'),
    reply('It runs on Node 24 straight from the sources; imports now name the `.ts` files.'),
  ],
};

/** Oldest first. */
export const stories: readonly Story[] = [
  cent,
  paging,
  readme,
  schema,
  flaky,
  upgrade,
  search,
  metrics,
  masked,
  discarded,
];
