import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { compact } from '../../ui/format.ts';
import own from './Insights.module.css';
import { weekName } from './week-name.ts';

export interface ChartLine {
  name: string;
  values: readonly (number | null)[];
}

const height = 132;

/** One figure week by week. A picture of the table below it: whoever does not see it misses nothing. */
export function WeekChart({
  title,
  weeks,
  lines,
}: {
  title: string;
  weeks: readonly string[];
  lines: readonly ChartLine[];
}) {
  const place = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme('light');
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const plot = new uPlot(optionsOf(element, scheme, weeks, lines), dataOf(weeks, lines), element);
    const sized = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    sized.observe(element);
    return () => {
      sized.disconnect();
      plot.destroy();
    };
  }, [scheme, weeks, lines]);
  return (
    <div
      ref={place}
      className={own.chart}
      role="img"
      aria-label={`${title} by week; the table has the numbers`}
    />
  );
}

const dataOf = (weeks: readonly string[], lines: readonly ChartLine[]): uPlot.AlignedData => [
  weeks.map((_, at) => at),
  ...lines.map(({ values }) => [...values]),
];

function optionsOf(
  element: HTMLElement,
  _scheme: string,
  weeks: readonly string[],
  lines: readonly ChartLine[],
): uPlot.Options {
  const style = getComputedStyle(element);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const axis = { stroke: colour('--d-muted'), font: `11px ${style.fontFamily}`, ticks: { show: false } };
  return {
    width: element.clientWidth,
    height,
    padding: [8, 8, 0, 0],
    cursor: { show: false },
    legend: { show: false },
    scales: { x: { time: false }, y: { range: (_, _least, most) => [0, Math.max(1, most * 1.1)] } },
    axes: [
      {
        ...axis,
        incrs: [1, 2, 4, 8, 13, 26],
        space: 64,
        grid: { show: false },
        values: (_, places) => places.map((at) => weekName(weeks[at] ?? '')),
        size: 24,
      },
      {
        ...axis,
        grid: { stroke: colour('--d-line'), width: 1 },
        values: (_, places) => places.map((one) => compact(one)),
        size: 44,
        space: 30,
      },
    ],
    series: [
      {},
      ...lines.map(({ name }, at) => ({
        label: name,
        stroke: colour('--d-accent'),
        width: 2,
        dash: at === 0 ? [] : [4, 4],
        points: { show: true, size: 6, fill: colour('--d-accent') },
      })),
    ],
  };
}
