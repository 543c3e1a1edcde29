import { mkdir } from 'node:fs/promises'
import { readCalls, readNames, searchCalls, searchNames } from '../large/calls.js'
import { addChannels, fill, townSquare } from '../large/fill.js'
import { commitOf, wordOf } from '../large/fill-posts.js'
import { type LargeFigures, largeFindings, type OfBoth } from '../large/findings.js'
import { indexAll } from '../large/index-all.js'
import { measurePosting } from '../large/posting.js'
import { measureCalls } from '../large/reads.js'
import { medians } from '../measure/statistics.js'
import { inRounds, type Plan } from '../plan.js'
import { openRig, type Rig } from '../systems/rig.js'
import { startApi, using } from '../systems/systems.js'
import type { Part } from './part.js'

/** One of the calls that the first round sends. */
const oneSent = { run: 'large-1', call: 7 }

/** Ranks of searched words: the most common one, and ones that a post in 20, 5,000 and 50,000 has. */
const ranks = [0, 1, 700, 7000]

/**
 * Compares tables of many posts and deliveries with nearly empty ones, in turn. It is measured only if it is named, because
 * filling the tables takes longer than everything else. `BENCH_LARGE` names a folder in which they stay for the next run.
 */
export const large: Part = async (small, plan, log) => {
  const keptIn = process.env.BENCH_LARGE
  if (keptIn !== undefined) await mkdir(keptIn, { recursive: true })
  const big = await openRig(keptIn)
  try {
    for (const rig of [small, big]) await addChannels(rig)
    await fill(big, plan.largePosts, log)
    return { findings: largeFindings(await compare(plan, { empty: small, filled: big }, log)) }
  } finally {
    await big.close()
  }
}

async function compare(plan: Plan, rigs: OfBoth<Rig>, log: (line: string) => void): Promise<LargeFigures> {
  const { empty, filled } = rigs
  const rounds = await inRounds(plan, async round => {
    const found = await inTurn(rigs, round, rig => measurePosting(rig, plan, round))
    const [before, after] = [found.empty, found.filled].map(({ one, many }) =>
      [one, many].map(({ perSecond }) => Math.round(perSecond)).join(' and '),
    )
    log(`  round ${round}: ${after} a second against ${before}`)
    return found
  })
  for (const { db } of [empty, filled]) await indexAll(db)
  log('  all posts are in the index of words')
  const [before, after] = await using(startApi(empty), onEmpty =>
    using(startApi(filled), async onFilled =>
      measureCalls(readNames, [
        { rig: empty, api: onEmpty, calls: await readCalls(empty, oneSent) },
        { rig: filled, api: onFilled, calls: await readCalls(filled, oneSent) },
      ]),
    ),
  )
  return {
    posts: plan.largePosts,
    posting: medians(rounds),
    reads: { empty: before, filled: after } as LargeFigures['reads'],
    searches: await measureSearches(filled),
  }
}

/** Measures both, in the other order in every second round. */
async function inTurn<Figures>(
  { empty, filled }: OfBoth<Rig>,
  round: number,
  measure: (rig: Rig) => Promise<Figures>,
): Promise<OfBoth<Figures>> {
  if (round % 2 === 1) return { empty: await measure(empty), filled: await measure(filled) }
  const last = await measure(filled)
  return { empty: await measure(empty), filled: last }
}

async function measureSearches(rig: Rig): Promise<LargeFigures['searches']> {
  const { teamId } = await townSquare(rig.db)
  const { rows } = await rig.db.pool.query<{ words: string[]; commit: string }>(
    `SELECT ARRAY[${ranks.map(rank => wordOf(`${rank}`)).join()}] AS words, ${commitOf('50000')} AS commit`,
  )
  const [wanted] = rows
  if (wanted === undefined) throw new Error('no words')
  const [found] = await using(startApi(rig), api =>
    measureCalls(searchNames, [{ rig, api, calls: searchCalls(teamId, wanted) }]),
  )
  return found as LargeFigures['searches']
}
