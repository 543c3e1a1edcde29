import { summary } from './chart/chart.js'
import { machineText, type Results } from './results.js'
import { findingsTable, processorTable, ratiosTable, runsTable } from './tables.js'

/** The tables that have goals: for the terminal and the README. */
export function report(results: Results): string {
  const { connections, findings, missing } = results
  return [
    connections ? ratiosTable(connections) : '',
    findings.length > 0 ? findingsTable(findings) : '',
    missing.map(({ part, why }) => `No figures of ${part}: ${why}`).join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** What stands between the README's two marks. */
export function readmeSection(results: Results): string {
  return `${report(results)}\n\n${machineText(results)}`
}

const pictures = `<picture>
  <source media="(prefers-color-scheme: dark)" srcset="performance-dark.svg">
  <img alt="${summary}" src="performance-light.svg">
</picture>`

/** docs/performance.md, whole. */
export function page(results: Results): string {
  const { connections } = results
  const figures = connections
    ? `## At 1 to 256 connections\n\n${runsTable(connections)}\n\nWhere the processor time goes:\n\n${processorTable(connections)}\n\n`
    : ''
  return `# How fast

<!-- Written by \`npm run bench -- save\`: change test/bench/report/page.ts instead. -->

${connections ? `${pictures}\n\n` : ''}${machineText(results)}

## The goals

${report(results)}

${figures}${method}`
}

const method = `## What is measured

- **Posthorn** is one ingress and two workers as they are shipped, limiter and headers on. With \`confirm\` on an answer
  waits for the post.
- **The naive pipeline** is what a few lines make of the same parts (\`test/bench/naive-ingress.ts\`,
  \`naive-worker.ts\`): a Fastify route that checks the JSON and adds one BullMQ job a call, two worker processes with
  eight jobs each, Posthorn's own markdown renderer, one prepared \`INSERT\` a job. It has no keys, limits, channels to
  look up, mentions, outcomes or retries, and answers before it posts.
- **The bare route** reads the same JSON, says \`ok\`, and keeps nothing.
- All use the same Redis, which syncs every write, and the same Postgres. The sender is one process with so many
  kept-alive connections, each of which calls again once it is answered.
- The systems run beside each other and are called one at a time, after a warm-up, in turn; a figure is the median of the
  rounds.
- **Accepted** counts answers while the sender sends, **posted** all deliveries from the first call until the last post.
- **Committed** is from sending the call until Postgres's own time of the commit; flushing its log, a moment more, comes
  after that. **Readable**, in the row of a quarter of the top rate, is when a reader who asks all the time has the post.
- **Processor time** is that of the ingress, the workers, Redis and Postgres, not of the sender, until all is posted.
- Every delivery that was answered 200 is held against the database, there once and with its own text, before a figure
  is believed.

\`npm run bench\` takes a quarter of an hour at most on two cores, \`npm run bench -- quick\` three minutes; parts are
chosen by name (\`npm run bench -- drain rest\`), a number is that of rounds, and \`save\` writes this page, its chart,
\`performance.json\` and the README's table. Where a machine is slow less is sent, and a part whose time is over begins no
further round. Processor time needs Linux.
`
