import type { Figures, Metrics } from './metrics.js'

/** What waits in a lane: how many deliveries, and for how long the oldest of them (0 when none waits). */
export type Lane = { deliveries: number; oldestSeconds: number }

/** Shows what waits, per lane, as `lanes` tells it when somebody asks. */
export function backlogMetrics(
  metrics: Metrics,
  lanes: () => Record<string, Lane> | Promise<Record<string, Lane>>,
): void {
  const figure = (of: (lane: Lane) => number) => async (): Promise<Figures> =>
    Object.fromEntries(Object.entries(await lanes()).map(([name, lane]) => [name, of(lane)]))

  metrics.gauges(
    'posthorn_backlog_deliveries',
    'Deliveries that are kept in Redis and not settled yet.',
    'lane',
    figure(({ deliveries }) => deliveries),
  )
  metrics.gauges(
    'posthorn_oldest_waiting_seconds',
    'How long the oldest delivery that is not settled has waited; 0 when none waits.',
    'lane',
    figure(({ oldestSeconds }) => oldestSeconds),
  )
}
