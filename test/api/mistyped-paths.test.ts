import { expect, test } from 'vitest'
import { firstHookKey } from '../support/constants.js'
import { eventually } from '../support/eventually.js'
import { sendTo } from '../support/ingress.js'
import { keepSlackPath } from '../support/slack-path.js'
import { startHistory } from './start-history.js'

const body = '{"text":"x"}'

const mistyped: [path: string, why: string][] = [
  [`${firstHookKey}/`, 'The URL has a slash after the key.'],
  [`${firstHookKey}%20`, 'The URL has a space after the key.'],
  [`%20${firstHookKey}`, 'The URL has a space before the key.'],
  [`${firstHookKey}%0A`, 'The URL has a line break after the key.'],
  [`${firstHookKey}%0D%0A/`, 'The URL has a line break after the key.'],
  [`${firstHookKey}%22`, 'The URL has a character that no key has after the key.'],
  [`${firstHookKey}/githib`, 'Did you mean /hooks/<key>/github?'],
  [`${firstHookKey}/GITHIB`, 'Did you mean /hooks/<key>/github?'],
  [`${firstHookKey}/github%20`, 'Did you mean /hooks/<key>/github?'],
  [`${firstHookKey}/github/`, 'Did you mean /hooks/<key>/github?'],
  [`${firstHookKey}/nothing-like-it`, 'Leave it out, or name an adapter.'],
  [`hooks/${firstHookKey}`, 'The URL has something before the key.'],
  [`http:/127.0.0.1/hooks/${firstHookKey}`, 'The URL has something before the key.'],
  [`hooks/${firstHookKey}/github`, 'The URL has something before the key.'],
  [`${firstHookKey}/${firstHookKey}`, 'Leave it out, or name an adapter.'],
]

test('a mistyped URL of a hook gets a 404 that says what is wrong, and its owner sees the call', async () => {
  const { get, url, world } = await startHistory()
  for (const [path, why] of mistyped) {
    const answer = await fetch(`${url}/hooks/${path}`, { method: 'POST', body })
    const { id, detailed_error } = (await answer.json()) as Record<string, string>
    expect([path, answer.status, id, detailed_error]).toEqual([
      path,
      404,
      'api.context.404.app_error',
      expect.stringContaining(why),
    ])
    expect(detailed_error).not.toContain(firstHookKey)
  }
  await eventually(async () => {
    const { days, last } = (await get('/refused?days=2')).json()
    const counts = days.flatMap(({ calls }: { calls: { count: number }[] }) =>
      calls.map(({ count }) => count),
    )
    expect(counts.reduce((sum: number, count: number) => sum + count, 0)).toBe(mistyped.length)
    expect(last[0]).toMatchObject({
      reason: 'api.context.404.app_error',
      message: expect.stringContaining('URL'),
    })
  })
  expect(await world.db.delivery.count()).toBe(0)
})

test('a mistyped URL of a hook that was imported from Slack, or is used as one of Discord, counts for its owner', async () => {
  const { get, url, world } = await startHistory()
  const path = await keepSlackPath(world.db)
  const calls = [
    [`${path}/`, 'The URL has a slash after the key.'],
    [`${path}%20`, 'The URL has a space after the key.'],
    [`${path}/more`, 'The URL has something after the key.'],
    [`/api/webhooks/${firstHookKey}`, "The URL needs the hook's id before the key."],
  ]
  for (const [path, why] of calls) {
    const answer = await fetch(`${url}${path}`, { method: 'POST', body })
    const { detailed_error } = (await answer.json()) as Record<string, string>
    expect([path, answer.status, detailed_error]).toEqual([path, 404, why])
  }
  await eventually(async () => {
    const { days } = (await get('/refused?days=2')).json()
    expect(days[0].calls[0]).toMatchObject({ count: calls.length })
  })
})

test('the name of an adapter may have capitals', async () => {
  const { url, hook, world } = await startHistory()
  const push = { content: 'from Discord' }
  const discord = `${url}/api/webhooks/${hook.id}/${firstHookKey}`
  for (const path of [`${url}/hooks/${firstHookKey}/Discord`, `${discord}/DISCORD`, `${discord}/Slack`])
    expect([path, (await sendTo(path, path.endsWith('Slack') ? { text: 'x' } : push)).ok]).toEqual([
      path,
      true,
    ])
  const all = ['from Discord', 'from Discord', 'x']
  await eventually(async () => expect((await world.messages()).toSorted()).toEqual(all))
})

test('a mistyped URL says nothing about whether its key is known, and such keys count like unknown ones', async () => {
  const { url, hook } = await startHistory()
  const seen = async (path: string) => {
    const answer = await fetch(`${url}${path}`, { method: 'POST', body })
    const { request_id, ...error } = (await answer.json()) as Record<string, unknown>
    return { status: answer.status, error, left: answer.headers.get('x-ratelimit-remaining') }
  }
  const unknown = 'a'.repeat(26)
  for (const rest of ['/', '%20', '/githib', '/x/y']) {
    const known = await seen(`/hooks/${firstHookKey}${rest}`)
    const { status, error } = await seen(`/hooks/${unknown}${rest}`)
    expect([rest, status, error]).toEqual([rest, known.status, known.error])
  }
  expect((await seen(`/hooks/${unknown}/`)).left).toBe('55')
  expect((await seen(`/api/webhooks/${hook.id}/${unknown}/githib`)).left).toBe('54')
})

test('other paths below /hooks are unknown as before, with the methods of those that exist', async () => {
  const { url } = await startHistory()
  const status = async (method: string, path: string) => {
    const { status, headers } = await fetch(`${url}${path}`, { method })
    return [status, headers.get('allow')]
  }
  for (const path of ['/hooks', '/hooks/', '/hooks/abc-def', '/hooks/--', '/hooks/%E2%82%AC'])
    expect([path, ...(await status('POST', path))]).toEqual([path, 404, null])
  const post = `/hooks/${firstHookKey}/posts/${'a'.repeat(26)}`
  expect(await status('POST', post)).toEqual([405, 'DELETE, GET, HEAD, OPTIONS, PATCH'])
  expect(await status('GET', `/hooks/${firstHookKey}/`)).toEqual([404, null])
})
