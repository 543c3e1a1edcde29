import { summary } from './chart/chart.js'
import { shown } from './numbers.js'
import { machineText, type Results } from './results.js'
import { findingsTable, processorTable, ratiosTable, runsTable } from './tables.js'

/** Returns the tables that have goals, for the terminal and docs/performance.md. */
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

/** The number of connections that the README quotes. */
const quotedConnections = 64

/** Returns the text between the README's two marks: one sentence, and the machine. */
export function readmeSection(results: Results): string {
  const at = results.connections?.find(({ connections }) => connections === quotedConnections)
  if (!at) return machineText(results)
  const [sustained, accepted] = [at.off.postedPerSecond, at.off.acceptedPerSecond].map(shown)
  const sentence = `At ${quotedConnections} connections, Posthorn sustains ${sustained} posts per second, and accepts ${accepted} calls.`
  return `${sentence}\n${machineText(results)}`
}

const pictures = `<picture>
  <source media="(prefers-color-scheme: dark)" srcset="performance-dark.svg">
  <img alt="${summary}" src="performance-light.svg">
</picture>`

/** Returns docs/performance.md. `large`: the results of the part of this name, if it was saved. */
export function page(results: Results, large: Results | undefined): string {
  const { connections } = results
  const figures = connections
    ? `## At 1 to 256 connections\n\n${runsTable(connections)}\n\nCPU time by process:\n\n${processorTable(connections)}\n\n`
    : ''
  return `# Performance

<!-- Written by \`npm run bench -- save\`: change test/bench/report/page.ts instead. -->

${connections ? `${pictures}\n\n` : ''}${machineText(results)}

## Goals

${report(results)}

${large ? largeSection(large) : ''}${figures}${method}`
}

const largeSection = (large: Results) =>
  `## With ten million posts\n\n${machineText(large)}\n\n${report(large)}\n\n`

const method = `## Method

- **Posthorn** is one ingress and two workers as shipped, with limits and headers on. With \`confirm\` on, a response waits
  for the post.
- **The naive pipeline** uses the same parts in a few lines (\`test/bench/naive-ingress.ts\`, \`naive-worker.ts\`): a Fastify
  route that checks the JSON and adds one BullMQ job per call, and two workers with eight jobs each. They use Posthorn's
  renderer and one prepared \`INSERT\` per job. The pipeline has no keys, limits, channels, mentions, outcomes or retries, and
  responds before it posts.
- **The bare route** reads the same JSON, responds \`ok\`, and stores nothing.
- All systems use the same Redis, which syncs every write, and the same Postgres. The sender is one process with persistent
  connections. Each connection calls again after its response.
- The systems run side by side and are called in turn, after a warm-up. A figure is the median of the rounds.
- **Sustained** is the number of posts, divided by the time from the first call to the last post. **Accepted** counts
  responses while the sender sends.
- **Committed** is the time from the call to Postgres's commit timestamp. **Readable** is the time until a polling reader has
  the post.
- **CPU time** is that of the ingress, the workers, Redis and Postgres, without the sender, until everything is posted. It
  needs Linux.
- Every delivery that got a 200 is checked against the database, once and with its own text, before a figure counts.

\`npm run bench\` takes up to 15 minutes on two cores, \`npm run bench -- quick\` three. Choose parts by name
(\`npm run bench -- drain rest\`) and rounds by number. \`save\` writes this page, its chart, \`performance.json\` and the
README's figures. On a slow machine, less is sent, and a part that runs out of time starts no further round.

\`npm run bench -- large\` compares tables of ten million posts and deliveries with nearly empty ones, which have the posts of
the measurement. Half of the posts are in one channel, the others in a thousand, and the reader is a member of all. It takes
longer than all other parts, so it runs only if it is named. \`BENCH_LARGE\` names a folder in which the tables stay for the next
run, and \`large save\` writes \`performance-large.json\` and its section of this page.
`
