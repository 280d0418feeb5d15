import type { MetricValueWithName } from 'prom-client';

interface Row {
  labels: { route: string; method: string; status: number };
  /** Answers in each bucket, those that took longer than all of them in the last. */
  counts: number[];
  sum: number;
}

/**
 * How long answers took, as a histogram of Prometheus. Counted by hand: every request passes here, and prom-client
 * checks and joins the labels anew for each. What it says to the registry is what a metric of prom-client says.
 */
export class RequestDurations {
  readonly name = 'debrief_http_request_duration_seconds';
  readonly help = 'Time to answer, by route, method and status.';
  readonly type = 'histogram';
  readonly aggregator = 'sum';
  readonly #bounds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
  /** By route, then by method and status. There are as many as routes, methods and answers. */
  readonly #rows = new Map<string, Map<string, Row>>();

  observe(route: string, method: string, status: number, seconds: number): void {
    const row = this.#rows.get(route)?.get(`${method} ${status}`) ?? this.#begin({ route, method, status });
    let bucket = 0;
    while (bucket < this.#bounds.length && seconds > (this.#bounds[bucket] as number)) bucket++;
    row.counts[bucket] = (row.counts[bucket] as number) + 1;
    row.sum += seconds;
  }

  #begin(labels: Row['labels']): Row {
    const row = { labels, counts: [...this.#bounds, Number.POSITIVE_INFINITY].map(() => 0), sum: 0 };
    const ofRoute = this.#rows.get(labels.route) ?? new Map();
    ofRoute.set(`${labels.method} ${labels.status}`, row);
    this.#rows.set(labels.route, ofRoute);
    return row;
  }

  /** What the registry asks of a metric. */
  async get() {
    const { name, help, type, aggregator } = this;
    const rows = [...this.#rows.values()].flatMap((ofRoute) => [...ofRoute.values()]);
    const values = rows.flatMap((row) => this.#valuesOf(row));
    return { name, help, type, aggregator, values };
  }

  #valuesOf({ labels, counts, sum }: Row): MetricValueWithName<string>[] {
    let count = 0;
    const buckets = counts.map((inBucket, at) => {
      count += inBucket;
      return {
        metricName: `${this.name}_bucket`,
        labels: { le: this.#bounds[at] ?? '+Inf', ...labels },
        value: count,
      };
    });
    return [
      ...buckets,
      { metricName: `${this.name}_sum`, labels, value: sum },
      { metricName: `${this.name}_count`, labels, value: count },
    ];
  }
}
