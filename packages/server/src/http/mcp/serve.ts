import type { DebriefError } from '@debrief/contract';
import {
  type AuthInfo,
  createMcpHandler,
  fromJsonSchema,
  type jsonSchemaValidator,
  type McpHttpHandler,
  McpServer,
} from '@modelcontextprotocol/server';
import { asDebriefError } from '../error.ts';
import { faultFinder } from '../request/validate.ts';
import type { Asked, Tool } from './tool.ts';
import { instructions, tools } from './tools.ts';

/** How long a list of tools may be kept: it changes with a new version only. */
const listLife = 60 * 60_000;

/** The schemas are read once; a server is made for every request. */
const schemas = new Map(tools.map(({ name, input }) => [name, fromJsonSchema(closed(input), plainly(name))]));

/** An argument that is wrong is answered like a field of the API. */
function plainly(tool: string): jsonSchemaValidator {
  return {
    getValidator<T>(schema: object) {
      const faultIn = faultFinder(schema, tool);
      return (input: unknown) => {
        const fault = faultIn(input);
        return fault === undefined
          ? { valid: true, data: input as T, errorMessage: undefined }
          : { valid: false, data: undefined, errorMessage: fault };
      };
    },
  };
}

function closed(schema: object) {
  const known = (name: string, value: unknown) => (name.startsWith('x-') ? undefined : value);
  return JSON.parse(JSON.stringify({ ...schema, additionalProperties: false }, known));
}

export interface Serving {
  version: string;
  onError(error: unknown): void;
}

/** Both eras of the protocol, without a session on this side. */
export const serveMcp = (serving: Serving): McpHttpHandler =>
  createMcpHandler(({ authInfo }) => serverFor(serving, askedBy(authInfo)), {
    // There is little to subscribe to, since the list of tools is the same all day.
    maxSubscriptions: 64,
    onerror: () => {},
  });

const askedBy = (authInfo: AuthInfo | undefined): Asked => {
  if (!authInfo?.extra) throw new Error('asked without a credential');
  return authInfo.extra as unknown as Asked;
};

function serverFor(serving: Serving, asked: Asked): McpServer {
  const server = new McpServer(
    { name: 'debrief', title: 'Debrief', version: serving.version },
    {
      capabilities: { tools: {} },
      instructions,
      cacheHints: {
        'tools/list': { ttlMs: listLife, cacheScope: 'public' },
        'server/discover': { ttlMs: listLife, cacheScope: 'public' },
      },
    },
  );
  for (const tool of tools) {
    const { name, title, description, scope } = tool;
    const readOnly = scope === 'sessions:read';
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: schemas.get(name) as NonNullable<ReturnType<typeof schemas.get>>,
        annotations: {
          title,
          readOnlyHint: readOnly,
          destructiveHint: false,
          idempotentHint: true,
          openWorldHint: false,
        },
      },
      async (input) => answer(serving, asked, tool, input as Record<string, unknown>),
    );
  }
  return server;
}

/** A refusal is an answer that says why; what is not ours to say is said nowhere. */
async function answer(serving: Serving, asked: Asked, tool: Tool, input: Record<string, unknown>) {
  try {
    const found = await tool.run(asked, input);
    const rebuild = tool.isDerived && asked.context.rebuild?.();
    const text = rebuild
      ? `What sessions hold is being derived anew (${rebuild.percent} % of them are done): this may not be all.\n${found}`
      : found;
    return { content: [{ type: 'text' as const, text }] };
  } catch (error) {
    const known = asDebriefError(error);
    if (!known || known.status >= 500) serving.onError(error);
    return { isError: true, content: [{ type: 'text' as const, text: wordsFor(known) }] };
  }
}

function wordsFor(error: DebriefError | undefined): string {
  if (!error) return 'Debrief failed; try again later.';
  // What one may not read does not exist here.
  if (error.code === 'session_not_shared') return 'No such session in this organization.';
  return error.message;
}
