import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bulkExport, inLines, manyPosts } from '../cli/mattermost-export.js'
import { startCli } from '../cli/start-cli.js'

/** Too small for a file of 2 GB, or for a million posts. */
const smallHeap = { NODE_OPTIONS: '--max-old-space-size=96' }

/** Writes an export in pieces. @returns its path */
async function writeExport(home: string, posts: number, characters: number): Promise<string> {
  const path = join(home, 'export.jsonl')
  const file = createWriteStream(path)
  file.write(inLines(bulkExport))
  const padding = 'x'.repeat(characters)
  for (let done = 0; done < posts; done += 1000) {
    const piece = inLines(manyPosts(1000)).replaceAll('"number ', `"${padding} ${done} `)
    if (!file.write(piece)) await once(file, 'drain')
  }
  await once(file.end(), 'finish')
  return path
}

test('a dry run of 1,000,000 posts in 2 GB needs little memory', { timeout: 900_000 }, async () => {
  const { posthorn, home } = await startCli()
  const path = await writeExport(home, 1_000_000, 1800)
  const ran = await posthorn(['import', 'mattermost', path, '--dry-run', '--json'], { env: smallHeap })
  expect(ran).toMatchObject({ code: 0 })
  expect(ran.stdout).toContain('"id":"post","created":1000007')
})

test('1,000,000 posts are imported, 100,000 of them within minutes, in little memory', {
  timeout: 3_600_000,
}, async () => {
  const { posthorn, home, db } = await startCli()
  const path = await writeExport(home, 1_000_000, 100)
  const startedAt = Date.now()
  expect(await posthorn(['import', 'mattermost', path], { env: smallHeap })).toMatchObject({ code: 0 })
  expect((Date.now() - startedAt) / 10).toBeLessThan(300_000)
  expect(await db.post.count()).toBe(1_000_007 + 1)
})
