/** Packages that many projects have, so that a name one letter off can be told. Real neighbours are named below. */
const known = new Set(
  (
    'react react-dom lodash express axios chalk commander debug moment webpack typescript eslint prettier vitest jest mocha ' +
    'vue svelte angular next nuxt vite rollup esbuild babel-core dotenv mongoose sequelize prisma knex redis ioredis passport ' +
    'jsonwebtoken bcrypt cors helmet socket.io uuid nanoid yargs inquirer minimist semver rimraf glob chokidar nodemon ' +
    'cross-env concurrently husky lint-staged tailwindcss postcss autoprefixer styled-components zod joi yup winston pino ' +
    'morgan body-parser cookie-parser multer sharp puppeteer playwright cheerio node-fetch undici request underscore ramda ' +
    'rxjs redux zustand immer formik graphql apollo-server electron async bluebird colors figlet event-stream classnames ' +
    'date-fns dayjs validator crypto-js ts-node nodemailer fastify hapi restify jquery bootstrap three discord.js ' +
    'requests numpy pandas scipy matplotlib flask django fastapi pydantic sqlalchemy celery pytest tensorflow torch ' +
    'transformers scikit-learn pillow beautifulsoup4 selenium scrapy boto3 click rich typer httpx aiohttp uvicorn gunicorn ' +
    'jinja2 pyyaml python-dateutil cryptography paramiko psycopg2 pymongo setuptools wheel virtualenv poetry black ruff mypy ' +
    'opencv-python colorama urllib3 certifi idna charset-normalizer openai langchain streamlit ' +
    'serde serde_json tokio reqwest clap anyhow thiserror rand regex chrono tracing hyper axum actix-web diesel rayon ' +
    'itertools lazy_static once_cell rustdecimal rust_decimal rails sinatra devise sidekiq nokogiri rspec puma faker'
  ).split(' '),
);

/** Names that are near a known one and are packages of their own. */
const neighbours = new Set(
  (
    'preact redux-x chai click-x rack nuxt next jest vest vue3 rich-x lodash-es lodash.merge debug-x nock vite uuid4 requests2 axioms ' +
    'joi yup zod zog ramda-x async-x globby glob2 pinot pino-x moment-x flask-x torchx rands random wheels blacks ruffs colour ' +
    'color colord colors.ts react-x cor core cord hyper-x hyperx tokio-x regexp redis-x chrono-x chron puma-x faker.js fakers ' +
    'expressx semver-x reacts polyfill yarg yargs-x multers sharp-x hono koa request-x tracing-x rayon-x threejs tree'
  ).split(' '),
);

export const isKnownPackage = (name: string): boolean => known.has(name) || name.startsWith('@types/');

const shortest = 4;

/** The known package that a name is one letter off, if it is: swapped, missing, doubled or another. */
export function isOneOff(name: string): string | undefined {
  const plain = name.replace(/^@[^/]{1,100}\//, '');
  if (
    name.startsWith('@') ||
    plain.length < shortest ||
    plain.length > 40 ||
    known.has(plain) ||
    neighbours.has(plain)
  )
    return undefined;
  for (const one of known) {
    if (one.length >= shortest && Math.abs(one.length - plain.length) <= 1 && isNear(plain, one)) return one;
    if (one.length > 5 && plain.replace(/[-_.]/g, '') === one.replace(/[-_.]/g, '')) return one;
  }
  return ofFirstPart(plain);
}

const longPart = 6;

/** `reqeusts-retry` leans on `requests`. */
function ofFirstPart(name: string): string | undefined {
  const [part = '', rest] = name.split(/[-_.]/, 2);
  if (rest === undefined || part.length < longPart || known.has(part) || neighbours.has(part))
    return undefined;
  for (const one of known)
    if (one.length >= longPart && Math.abs(one.length - part.length) <= 1 && isNear(part, one)) return one;
  return undefined;
}

function isNear(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [restA, restB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (restA.length <= 1 && restB.length <= 1) return true;
  return restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0];
}
