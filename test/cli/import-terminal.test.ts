import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { openTerminal, tmuxMissing } from '../support/tmux.js'
import { bulkExport, inLines, manyPosts } from './mattermost-export.js'
import { startCli } from './start-cli.js'

const posts = 6000

test.skipIf(tmuxMissing)('an import shows its progress in place, and continues after Ctrl-C', async () => {
  const { home, loggedIn, db } = await startCli()
  writeFileSync(join(home, 'export.jsonl'), inLines([...bulkExport, ...manyPosts(posts)]))
  const { type, press, screen, close } = await openTerminal(join(home, 'tmux'), loggedIn)
  onTestFinished(async () => void (await close()))
  const shows = (text: RegExp) => eventually(async () => expect(await screen()).toMatch(text))
  await type(`cd ${home}; clear; posthorn import mattermost export.jsonl`)
  await shows(/^\d+ posts, \d+ per second/m)
  await press('C-c')
  await type('clear; echo stopped-it; posthorn import mattermost export.jsonl; echo code:$?')
  await shows(/^stopped-it$/m)
  await shows(/^code:0$/m)
  const shown = await screen()
  expect(shown).toMatch(/Continues after \d+ posts/)
  expect(shown.match(/per second/g)).toHaveLength(1)
  expect(shown).toMatch(/^post +\d+/m)
  expect(await db.post.count({ where: { message: { startsWith: 'number ' } } })).toBe(posts)
})
