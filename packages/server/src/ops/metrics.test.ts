import { expect, test } from 'vitest'
import { openMetrics, textOfAll } from './metrics.js'

test('reads the values of labelled gauges on each request', async () => {
  const metrics = openMetrics()
  const lanes = { shared: 0.2, flood: 0 }
  metrics.gauges('posthorn_oldest_seconds', 'Ages.', 'lane', () => lanes)
  expect(await metrics.text()).toContain('posthorn_oldest_seconds{lane="shared"} 0.2\n')
  lanes.flood = 1.5
  expect(await metrics.text()).toContain('posthorn_oldest_seconds{lane="flood"} 1.5\n')
})

test('leaves out a value that cannot be read, and shows the others', async () => {
  const metrics = openMetrics()
  metrics.gauge('posthorn_away', 'Nobody knows.', () => Promise.reject(new Error('away')))
  metrics.gauges('posthorn_silent', 'Nobody knows.', 'part', () => new Promise(() => {}))
  metrics.counter('posthorn_there_total', 'Known.')(2)
  const text = await metrics.text()
  expect(text).not.toMatch(/^posthorn_(away|silent)/m)
  expect(text).toContain('posthorn_there_total 2\n')
})

test('joins the metrics of several processes into one text with a label for the process', async () => {
  const figures = async (posts: number) => {
    const metrics = openMetrics()
    metrics.counter('posthorn_posts_total', 'Posts written.')(posts)
    metrics.histogram('posthorn_batch_deliveries', 'Sizes.', [1, 10])(5)
    return JSON.parse(JSON.stringify(await metrics.figures()))
  }
  const text = await textOfAll({ 'Worker 1': await figures(2), 'Worker 2': await figures(3) })
  expect(text).toContain(
    'posthorn_posts_total{process="Worker 1"} 2\nposthorn_posts_total{process="Worker 2"} 3\n',
  )
  expect(text).toContain('posthorn_batch_deliveries_bucket{le="10",process="Worker 2"} 1\n')
  expect(text.match(/^# TYPE posthorn_posts_total counter$/gm)).toHaveLength(1)
  expect(text).toMatch(/^process_start_time_seconds\{process="Worker 1"\} \d+$/m)
  for (const line of text.split('\n')) expect(line).toMatch(/^(#.*|\S+(\{.*\})? (-?[\d.e+-]+|Nan|[+-]Inf)|)$/)
})
