/**
 * ATIF 1.7 as its RFC and reference models publish it (Harbor, docs/rfcs/0001-trajectory-format; the models forbid any
 * other field). No validator of it could be had as a package, so this is written down from there.
 */

const text = { type: 'string' };
const object = { type: 'object' };
const count = { type: 'integer', minimum: 0 };

const strict = (required: readonly string[], properties: object) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});

const reference = {
  ...strict([], { trajectory_id: text, session_id: text, trajectory_path: text, extra: object }),
  anyOf: [{ required: ['trajectory_id'] }, { required: ['trajectory_path'] }],
};

const result = strict([], {
  ...{ source_call_id: text, content: text, extra: object },
  subagent_trajectory_ref: { type: 'array', items: reference },
});

const step = {
  ...strict(['step_id', 'source', 'message'], {
    step_id: { type: 'integer', minimum: 1 },
    timestamp: {
      type: 'string',
      pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?(?:Z|[+-]\\d\\d:\\d\\d)$',
    },
    source: { enum: ['system', 'user', 'agent'] },
    ...{ message: text, model_name: text, reasoning_content: text, llm_call_count: count },
    reasoning_effort: { type: ['string', 'number'] },
    tool_calls: {
      type: 'array',
      items: strict(['tool_call_id', 'function_name', 'arguments'], {
        ...{ tool_call_id: text, function_name: text, arguments: object, extra: object },
      }),
    },
    observation: strict(['results'], { results: { type: 'array', items: result } }),
    ...{ metrics: object, is_copied_context: { type: 'boolean' }, extra: object },
  }),
  // Only the agent thinks, calls and has a model.
  if: { properties: { source: { enum: ['system', 'user'] } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: {
    properties: { model_name: false, reasoning_content: false, tool_calls: false, metrics: false },
  },
};

export const atifSchema = {
  $id: 'atif',
  ...strict(['schema_version', 'agent', 'steps'], {
    schema_version: { const: 'ATIF-v1.7' },
    ...{ session_id: text, trajectory_id: text, notes: text, continued_trajectory_ref: text, extra: object },
    agent: strict(['name', 'version'], {
      ...{ name: text, version: text, model_name: text, extra: object },
      tool_definitions: { type: 'array', items: object },
    }),
    steps: { type: 'array', minItems: 1, items: step },
    final_metrics: strict([], {
      ...{ total_prompt_tokens: count, total_completion_tokens: count, total_cached_tokens: count },
      ...{ total_cost_usd: { type: 'number', minimum: 0 }, total_steps: count, extra: object },
    }),
    subagent_trajectories: { type: 'array', items: { $ref: 'atif' } },
  }),
};
