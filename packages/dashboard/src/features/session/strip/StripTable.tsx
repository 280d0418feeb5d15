import type { BriefStrip } from '@debrief/contract';
import { useMemo } from 'react';
import { Visible } from '../../../ui/text/Visible.tsx';
import { Go } from '../brief/Go.tsx';
import { roughTime } from '../brief/words.ts';
import type { TimeAxis } from './axis.ts';
import { clockOf, clockWithDay } from './labels.ts';
import { slowCallName, slowCallTime } from './slow-call.ts';
import { stretchRows } from './stretch-rows.ts';
import styles from './TimeStrip.module.css';

/** The same in words and numbers: stretches of work, sub-agents, slow calls. */
export function StripTable(props: {
  strip: BriefStrip;
  axis: TimeAxis;
  onGo(sequence: number): void;
  onNarrow(from: number, to: number): void;
}) {
  const { strip, axis, onGo, onNarrow } = props;
  const rows = useMemo(() => stretchRows(strip, axis), [strip, axis]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by key
    <section className={styles.table} tabIndex={0} aria-label="Time as a table">
      <table>
        <caption>Stretches of work</caption>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">Worked</th>
            <th scope="col">Pause before</th>
            <th scope="col">Prompts</th>
            <th scope="col">Edits</th>
            <th scope="col">Commands</th>
            <th scope="col">Failures</th>
            <th scope="col">Sub-agents</th>
            <th scope="col">
              <span className={styles.hidden}>Narrow</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={row.from}>
              <th scope="row">
                <Go sequence={row.sequence} onGo={onGo}>
                  {clockWithDay(row.from, at === 0 ? row.from : axis.from)}
                </Go>
              </th>
              <td>{roughTime(row.to - row.from) || 'a moment'}</td>
              <td>{row.pauseMs === undefined ? '' : roughTime(row.pauseMs)}</td>
              <td>{row.prompts || ''}</td>
              <td>{row.edits || ''}</td>
              <td>{row.commands || ''}</td>
              <td>{row.failures || ''}</td>
              <td>{row.subagents || ''}</td>
              <td>
                <button type="button" onClick={() => onNarrow(row.from, row.to)}>
                  Only this
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <CallTables {...{ strip, axis, onGo }} />
    </section>
  );
}

function CallTables(props: { strip: BriefStrip; axis: TimeAxis; onGo(sequence: number): void }) {
  const { strip, axis, onGo } = props;
  return (
    <>
      {strip.slowest.length > 0 && (
        <table>
          <caption>Slowest calls</caption>
          <tbody>
            {strip.slowest.map((call) => (
              <tr key={`${call.sequence} ${call.text}`}>
                <th scope="row">
                  <Go sequence={call.sequence} onGo={onGo}>
                    <Visible text={slowCallName(call)} />
                  </Go>
                </th>
                <td>{slowCallTime(call, strip, axis)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {strip.subagents.length > 0 && (
        <table>
          <caption>Sub-agents</caption>
          <tbody>
            {strip.subagents.map(({ sequence, title, from, to }) => (
              <tr key={`${sequence} ${title}`}>
                <th scope="row">
                  <Go sequence={sequence} onGo={onGo}>
                    <Visible text={title || 'Sub-agent'} />
                  </Go>
                </th>
                <td>
                  {clockOf(from)}–{clockOf(to)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
