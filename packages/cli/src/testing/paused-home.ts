import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { connect } from '../commands/connect/connect.ts';
import { type Home, homeOf } from '../home.ts';
import { testSecret } from './fake-server.ts';

/** The home of a person, which this process believes to be its own; commands run in it as they would be typed. */
export class PausedHome {
  readonly root: string;
  readonly #before = new Map<string, string | undefined>();

  private constructor(root: string) {
    this.root = root;
  }

  static async make(): Promise<PausedHome> {
    const made = new PausedHome(await mkdtemp(join(tmpdir(), 'debrief-paused-')));
    made.enter();
    return made;
  }

  /** Commands are this home's from now on. */
  enter(): void {
    const own = { HOME: this.root, DEBRIEF_HOME: join(this.root, 'debrief'), DEBRIEF_SECRET: testSecret };
    for (const [name, value] of Object.entries(own)) {
      if (!this.#before.has(name)) this.#before.set(name, process.env[name]);
      process.env[name] = value;
    }
  }

  get home(): Home {
    return homeOf();
  }

  /** `debrief connect URL --yes --import all`, without hooks and without a recorder. */
  connect(url: string, options: { import?: string | boolean; json?: boolean } = {}): Promise<void> {
    return connect(url, { yes: true, import: 'all', hooks: false, start: false, json: true, ...options });
  }

  async append(path: string, ...records: unknown[]): Promise<void> {
    await mkdir(dirname(join(this.root, path)), { recursive: true });
    const lines = records.map((record) => `${JSON.stringify(record)}\n`);
    await appendFile(join(this.root, path), lines.join(''));
  }

  async write(path: string, content: unknown): Promise<void> {
    await mkdir(dirname(join(this.root, path)), { recursive: true });
    await writeFile(join(this.root, path), typeof content === 'string' ? content : JSON.stringify(content));
  }

  async remove(): Promise<void> {
    for (const [name, value] of this.#before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    await rm(this.root, { recursive: true, force: true });
  }
}
