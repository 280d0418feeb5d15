/**
 * `TaskCreate` and `TaskUpdate`: one call for each task and each change of it. Together they are one plan,
 * which is told once and kept up to date; a task has its id only once its call is answered.
 */

import { planItems } from '../../calls/tool.ts';
import type { Outcome, PlanItem } from '../../entry.ts';
import { first, type Json, obj, str, word } from '../../json.ts';
import type { Pen } from '../../pen.ts';

interface Task {
  id: string;
  text: string;
  status: PlanItem['status'];
}
/** What a call asked for; it counts once the answer says that it worked. */
type Asked = { create: string } | { update: string; text?: string; status?: PlanItem['status'] };

/** The plan is written anew with every call: nobody reads a longer one. */
const maxTasks = 200;

export const isTaskCall = (name: unknown): boolean => name === 'TaskCreate' || name === 'TaskUpdate';

export function taskCall(callId: string, name: string, input: Json, pen: Pen) {
  const [item] = planItems({ items: [{ ...input, subject: first(input.subject) ?? '' }] });
  const text = str(input.subject);
  if (name === 'TaskCreate') {
    remember(callId, { create: text ?? '' }, pen);
    if (tasksOf(pen).length >= maxTasks) return write(tasksOf(pen), 'running', pen);
    write([...tasksOf(pen), { id: `call ${callId}`, text: text ?? '', status: 'pending' }], 'running', pen);
    return;
  }
  const status = input.status === undefined ? undefined : item?.status;
  remember(callId, { update: word(input.taskId), ...(text && { text }), ...(status && { status }) }, pen);
  write(tasksOf(pen), 'running', pen);
}

/** True when the result was one of a task's call. */
export function taskResult(callId: string, output: string, twin: Json, outcome: Outcome, pen: Pen): boolean {
  const asked = pen.recall<Asked>(`task call:${callId}`);
  if (asked === undefined) return false;
  pen.remember(`task call:${callId}`, undefined);
  let tasks = tasksOf(pen);
  if ('create' in asked) {
    const id = first(obj(twin.task).id) ?? /^Task #(\w+)/.exec(output)?.[1];
    tasks =
      outcome === 'ok'
        ? tasks.map((task) => (task.id === `call ${callId}` ? { ...task, id: id ?? task.id } : task))
        : tasks.filter((task) => task.id !== `call ${callId}`);
  } else if (outcome === 'ok') {
    const known = tasks.some((task) => task.id === asked.update);
    // A resumed session goes on with tasks of an earlier file.
    if (!known && tasks.length < maxTasks)
      tasks = [...tasks, { id: asked.update, text: `Task ${asked.update}`, status: 'pending' }];
    const { text, status } = asked;
    tasks = tasks.map((task) =>
      task.id === asked.update ? { ...task, ...(text && { text }), ...(status && { status }) } : task,
    );
  }
  write(tasks, outcome, pen, output);
  return true;
}

const tasksOf = (pen: Pen): Task[] => pen.recall<Task[]>('tasks') ?? [];

function remember(callId: string, asked: Asked, pen: Pen) {
  pen.remember(`task call:${callId}`, asked);
}

function write(tasks: Task[], outcome: Outcome, pen: Pen, output?: string) {
  pen.remember('tasks', tasks);
  const items = tasks.map(({ text, status }) => ({ text, status }));
  const done = items.filter((item) => item.status === 'done').length;
  pen.put(
    {
      kind: 'plan',
      tool: 'todo',
      name: 'Tasks',
      title: `${done} of ${items.length} done`,
      outcome,
      items,
      ...(output !== undefined && { output }),
    },
    `tasks:${pen.lane ?? ''}`,
  );
}
