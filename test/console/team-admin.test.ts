import { saveSettings } from '@posthorn/db'
import { newId } from '@posthorn/server'
import { test } from 'vitest'
import { userRow } from '../support/user-row.js'
import { enter } from './enter.js'
import { look } from './look.js'
import { type Stack, startStack } from './stack.js'

const list = '/first-team/integrations/incoming'

test('shows team administrators every webhook, including those without a live channel or creator, and each post’s delivery', async () => {
  const stack = await startStack()
  const { db, consoleUrl, send, allWorked } = stack
  await db.teamMember.updateMany({
    where: { user: { username: 'reader' } },
    data: { roles: 'team_user team_admin' },
  })
  await saveSettings(db, { ConfirmNewHooks: false })
  await makeOddHooks(stack)
  await send({ text: 'Build 12 is done' })
  await send({ text: 'to nowhere', channel: 'nowhere' })
  await allWorked()

  const { page } = await enter(consoleUrl, { user: 'reader', path: list })
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await row('Of a former user').getByText('Creator deactivated').waitFor()
  await row('Of an archived channel').getByText('Channel archived').waitFor()
  await row('First hook').getByText('There is no channel nowhere').waitFor()
  await look(page, 'hooks-odd')
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  const post = page.getByRole('article').filter({ hasText: 'Build 12 is done' })
  await post.hover()
  await post.getByRole('button', { name: 'Show delivery' }).click()
  await page.waitForURL('**/deliveries/*')
  await page.getByRole('region', { name: 'Posts' }).getByText('Build 12 is done').waitFor()

  await page.keyboard.press('g')
  await page.keyboard.press('w')
  await page.getByRole('link', { name: 'New webhook' }).click()
  await page.getByRole('switch', { name: 'Respond after posting', checked: false }).waitFor()
})

/** Creates a hook in an archived channel and a hook of a deactivated user. */
async function makeOddHooks({ db, channelNamed }: Pick<Stack, 'db' | 'channelNamed'>): Promise<void> {
  const first = await db.hook.findFirstOrThrow()
  const { id: channelId } = await channelNamed('builds')
  const gone = { deleteAt: BigInt(first.createAt) + 1n }
  await db.channel.update({ where: { id: channelId }, data: gone })
  const leaver = { ...userRow('leaver'), ...gone }
  await db.user.create({ data: leaver })
  const data = [
    { ...first, id: newId(), displayName: 'Of an archived channel', channelId, ...gone },
    { ...first, id: newId(), displayName: 'Of a former user', userId: leaver.id },
  ]
  await db.hook.createMany({ data })
}
