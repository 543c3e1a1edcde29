import type { Spread } from '../measure/statistics.js'
import type { Finding } from '../report/finding.js'
import { type ReadName, readNames, type SearchName, searchNames } from './calls.js'
import { connections, type PostingToEach } from './posting.js'

/** The figures of nearly empty tables, and of filled ones. */
export type OfBoth<Figures> = { empty: Figures; filled: Figures }

export type LargeFigures = {
  posts: number
  posting: OfBoth<PostingToEach>
  reads: OfBoth<Record<ReadName, Spread>>
  searches: Record<SearchName, Spread>
}

const searchGoalMs = 50
const empty = 'nearly empty tables'

export function largeFindings({ posts, posting, reads, searches }: LargeFigures): Finding[] {
  const count = posts.toLocaleString('en')
  return [
    ...postingFindings(`${count} posts and deliveries`, posting),
    ...spreads(readNames, (name, part) => ({
      what: `${name}: ${part}`,
      value: reads.filled[name][part],
      against: { what: empty, value: reads.empty[name][part] },
      goal: { atMost: 2 },
    })),
    ...spreads(searchNames, (name, part) => ({
      what: `search of ${count} posts, ${name}: ${part}`,
      value: searches[name][part],
      ...(part === 'p99' && { goal: { atMost: searchGoalMs } }),
    })),
  ]
}

function postingFindings(into: string, { empty: before, filled }: OfBoth<PostingToEach>): Finding[] {
  const ways = { one: 'one channel', many: '1,000 channels' } as const
  return (['one', 'many'] as const).flatMap(way => [
    {
      ...{ what: `sustained into ${into}, ${ways[way]}, ${connections} connections`, unit: '/s' as const },
      ...{ value: filled[way].perSecond, against: { what: empty, value: before[way].perSecond } },
      goal: { atLeast: 0.9 },
    },
    {
      ...{ what: `bytes of Postgres's log per post, ${ways[way]}`, unit: 'B' as const },
      ...{ value: filled[way].walBytes, against: { what: empty, value: before[way].walBytes } },
    },
  ])
}

function spreads<Name>(
  names: readonly Name[],
  finding: (name: Name, part: 'p50' | 'p99') => Omit<Finding, 'unit'>,
): Finding[] {
  return names.flatMap(name =>
    (['p50', 'p99'] as const).map(part => ({ unit: 'ms' as const, ...finding(name, part) })),
  )
}
