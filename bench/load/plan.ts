export interface PlannedRequest {
  method: 'GET' | 'POST';
  path: string;
  body?: Buffer;
}

/** What a load generator sends, over and over in this order. */
export interface Plan {
  requests: PlannedRequest[];
  headers: Record<string, string>;
  /** A fresh Idempotency-Key with every request. */
  keyed?: boolean;
}

export interface Measured {
  /** Answered below 400. */
  requests: number;
  failures: number;
  seconds: number;
  /** Milliseconds at 50, 75, 90, 95, 99 and 99.9 per cent. */
  latency: Record<Percentile, number>;
}

export const percentiles = [50, 75, 90, 95, 99, 99.9] as const;
export type Percentile = (typeof percentiles)[number];

export interface Pressure {
  connections: number;
  seconds: number;
}
