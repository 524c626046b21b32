import { interpolate } from '@daybook/booking/locale';
import { ticks } from 'd3-array';
import { curveMonotoneX, line, stack } from 'd3-shape';
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { words } from '../platform/words/words.ts';
import { listLabeledDates, roundAxisTop, type Chart, type Insight } from './rules.ts';
import { formatDateLabel, formatNumber, formatPointLabel, formatSeriesLabel, formatValue } from './texts.ts';

interface TimeChartProps {
  readonly title: string;
  readonly chart: Chart;
  readonly insight: Pick<Insight, 'interval' | 'unit'>;
  /** Counts are bars, measures a line. */
  readonly kind: 'bars' | 'line';
  /** The colour of each series, as a number of the palette. */
  readonly colors: readonly number[];
}

const height = 220;
const margin = { top: 10, right: 8, bottom: 26, left: 40 };
const labelWidth = 96;

/**
 * Values over time. Arrow keys move through the dates as a pointer does: the chart is a slider whose text is what the bar
 * under it says.
 */
export function TimeChart({ title, chart, insight, kind, colors }: TimeChartProps) {
  const { element, width } = useWidth();
  const [at, setAt] = useState<number>();
  const { dates } = chart;
  const last = dates.length - 1;
  const shown = at === undefined ? undefined : Math.min(at, last);
  const inner = Math.max(width - margin.left - margin.right, 1);
  const step = inner / Math.max(dates.length, 1);
  const move = (event: KeyboardEvent): void => {
    const from = shown ?? last;
    const next = { ArrowRight: from + 1, ArrowLeft: from - 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setAt(Math.max(0, Math.min(last, next)));
  };
  const point = (event: PointerEvent): void => {
    const { left } = event.currentTarget.getBoundingClientRect();
    const index = Math.floor((event.clientX - left - margin.left) / step);
    setAt(index < 0 || index > last ? undefined : index);
  };
  return (
    <div
      ref={element}
      className="chart"
      role="slider"
      tabIndex={0}
      aria-label={title}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={shown ?? last}
      aria-valuetext={pointText(chart, insight, shown ?? last)}
      dir="ltr"
      onKeyDown={move}
      onPointerMove={point}
      onPointerLeave={() => setAt(undefined)}
      onBlur={() => setAt(undefined)}
    >
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true">
          <Axes chart={chart} insight={insight} width={width} step={step} kind={kind} />
          {shown !== undefined && (
            <rect
              className="at"
              x={margin.left + shown * step}
              y={margin.top}
              width={step}
              height={height - margin.top - margin.bottom}
            />
          )}
          {kind === 'bars' ? (
            <Bars chart={chart} step={step} colors={colors} />
          ) : (
            <Lines chart={chart} step={step} colors={colors} at={shown} />
          )}
        </svg>
      )}
      {shown !== undefined && (
        <Tip
          chart={chart}
          insight={insight}
          colors={colors}
          index={shown}
          left={Math.min(margin.left + (shown + 0.5) * step, width - 90)}
        />
      )}
    </div>
  );
}

function useWidth() {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return { element, width };
}

/** `3 January: Intro call 4, Consultation 2` */
function pointText(
  { dates, series }: Chart,
  { interval, unit }: TimeChartProps['insight'],
  index: number,
): string {
  const date = dates[index];
  if (date === undefined) return words.insights.none;
  const values = series.map((each) => {
    const value = formatValue(each.values[index] ?? null, unit);
    return series.length === 1
      ? value
      : interpolate(words.insights.pair, { label: formatSeriesLabel(each), value });
  });
  return interpolate(words.insights.point, {
    date: formatPointLabel(date, interval),
    values: values.join(', '),
  });
}

function topOf({ series, dates }: Chart, kind: TimeChartProps['kind']): number {
  const heights = dates.map((_, index) => {
    const values = series.map(({ values }) => values[index] ?? 0);
    return kind === 'bars' ? values.reduce((sum, value) => sum + value, 0) : Math.max(0, ...values);
  });
  return roundAxisTop(Math.max(0, ...heights));
}

const yOf = (value: number, top: number): number =>
  height - margin.bottom - (value / top) * (height - margin.top - margin.bottom);

interface AxesProps extends Pick<TimeChartProps, 'chart' | 'insight' | 'kind'> {
  readonly width: number;
  readonly step: number;
}

function Axes({ chart, insight, kind, width, step }: AxesProps) {
  const top = topOf(chart, kind);
  return (
    <g className="axes">
      {ticks(0, top, 4).map((value) => (
        <g key={value}>
          <line x1={margin.left} x2={width - margin.right} y1={yOf(value, top)} y2={yOf(value, top)} />
          <text x={margin.left - 8} y={yOf(value, top) + 4} textAnchor="end">
            {formatNumber(value)}
          </text>
        </g>
      ))}
      {listLabeledDates(chart.dates.length, width - margin.left, labelWidth).map((index) => (
        <text
          key={index}
          x={margin.left + (index + 0.5) * step}
          y={height - 6}
          textAnchor={
            margin.left + (index + 0.5) * step + labelWidth / 2 > width
              ? 'end'
              : index === 0
                ? 'start'
                : 'middle'
          }
        >
          {formatDateLabel(chart.dates[index] ?? '', insight.interval)}
        </text>
      ))}
    </g>
  );
}

interface MarksProps extends Pick<TimeChartProps, 'chart' | 'colors'> {
  readonly step: number;
}

function Bars({ chart, step, colors }: MarksProps) {
  const { dates, series } = chart;
  const top = topOf(chart, 'bars');
  const layers = stack<number, number>()
    .keys(series.map((_, index) => index))
    .value((date, index) => series[index]?.values[date] ?? 0)(dates.map((_, index) => index));
  const wide = Math.max(Math.min(step * 0.72, 44), 1);
  return layers.map((layer) => (
    <g key={layer.key} className="mark" data-series={colors[layer.key]}>
      {layer.map(([low, high], index) =>
        high > low ? (
          <rect
            key={index}
            x={margin.left + index * step + (step - wide) / 2}
            y={yOf(high, top)}
            width={wide}
            height={Math.max(yOf(low, top) - yOf(high, top) - (low > 0 ? 1.5 : 0), 1)}
            rx={Math.min(2, wide / 4)}
          />
        ) : null,
      )}
    </g>
  ));
}

function Lines({ chart, step, colors, at }: MarksProps & { readonly at: number | undefined }) {
  const top = topOf(chart, 'line');
  const x = (index: number): number => margin.left + (index + 0.5) * step;
  const path = line<number | null>()
    .defined((value) => value !== null)
    .x((_, index) => x(index))
    .y((value) => yOf(value ?? 0, top))
    .curve(curveMonotoneX);
  return chart.series.map(({ key, values }, index) => (
    <g key={key} className="mark line" data-series={colors[index]}>
      <path d={path([...values]) ?? ''} />
      {values.map((value, date) => {
        const isAlone = values[date - 1] == null && values[date + 1] == null;
        if (value === null || (!isAlone && date !== at)) return null;
        return <circle key={date} cx={x(date)} cy={yOf(value, top)} r={date === at ? 4 : 3} />;
      })}
    </g>
  ));
}

interface TipProps extends Pick<TimeChartProps, 'chart' | 'insight' | 'colors'> {
  readonly index: number;
  readonly left: number;
}

function Tip({ chart, insight, colors, index, left }: TipProps) {
  return (
    <div className="tip pop" aria-hidden="true" style={{ left }}>
      <b>{formatPointLabel(chart.dates[index] ?? '', insight.interval)}</b>
      {chart.series.map((each, at) => (
        <span key={each.key} className="row">
          {chart.series.length > 1 && <i className="dot" data-series={colors[at]} />}
          {chart.series.length > 1 && <span className="grow cut">{formatSeriesLabel(each)}</span>}
          <span>{formatValue(each.values[index] ?? null, insight.unit)}</span>
        </span>
      ))}
    </div>
  );
}
