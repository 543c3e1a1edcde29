import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { slackSnippets } from '../../apps/console/src/hooks/slack-snippets.js'
import { snippets, unknownUrl } from '../../apps/console/src/hooks/snippets.js'
import { firstHookKey } from '../support/constants.js'
import { eventually } from '../support/eventually.js'
import { startSlack } from '../support/slack.js'
import { startWorld } from '../support/world.js'

const run = promisify(execFile)

/** Starts a world, and returns the snippets that the console shows for its hook. */
async function start() {
  const world = await startWorld()
  const target = { url: world.hookUrl, channel: 'town-square' }
  const shown = [...snippets(target), ...slackSnippets(target)]
  const code = (id: string) => shown.find(snippet => snippet.id === id)?.code ?? ''
  return { ...world, code }
}

test("the console's commands stop if a variable is not set, and send JSON", () => {
  const target = { url: unknownUrl, channel: 'town-square' }
  const shown = [...snippets(target), ...slackSnippets(target)].filter(({ code }) => code.includes('curl '))
  expect(shown.length).toBeGreaterThan(4)
  for (const { id, code } of shown) {
    const commands = code
      .split('\n')
      .filter(line => /curl |^ +-[dH] |^ +"/.test(line))
      .join('\n')
    expect([id, commands.match(/\$(?!\{\w+:\?\})[A-Za-z_{]\w*/g)]).toEqual([id, null])
    expect([id, commands]).toEqual([id, expect.stringContaining('Content-Type: application/json')])
    expect([id, commands]).toEqual([id, expect.not.stringContaining('payload=')])
  }
})

test("the console's snippets for a terminal, Python and Node post", async () => {
  const { code, messages } = await start()
  await run('sh', ['-ec', code('curl')])
  await run(process.execPath, ['--input-type=module', '-e', code('node')])
  const python = await run('python3', ['-c', code('python')]).catch((error: NodeJS.ErrnoException) => error)
  const hasPython = !('code' in python && python.code === 'ENOENT')
  if (hasPython) expect(python).toMatchObject({ stdout: 'ok\n' })
  const shown = ['Hello from curl', 'Hello from Node', ...(hasPython ? ['Hello from Python'] : [])]
  await eventually(async () => expect(await messages()).toEqual(shown))
})

test("the console's snippet for incidents replaces a post, and replies in a thread", async () => {
  const { code, posts, outcomes } = await start()
  for (const command of code('incidents').split('\ncurl ').slice(1))
    await run('sh', ['-ec', `curl ${command}`])
  await eventually(async () => expect(await outcomes()).toEqual(['posted', 'updated', 'posted', 'replied']))
  expect((await posts()).map(({ message }) => message)).toEqual([
    'The disk is fine',
    'Release 7 begins',
    'Release 7 is out',
  ])
})

test("the console's steps of pipelines post what their shells run", async () => {
  const { code, hookUrl, messages } = await start()
  const env = { ...process.env, TEXT: 'CI: success', HOOK_URL: hookUrl, POSTHORN_URL: hookUrl }
  const [step] = parse(code('github')) as { run: string }[]
  await run('sh', ['-ec', step?.run ?? ''], { env })
  const job = (parse(code('gitlab')) as Record<string, { script: string[] }>)['notify-the-channel']
  const gitlab = { ...env, CI_PROJECT_NAME: 'shop', CI_PIPELINE_ID: '7' }
  await run('sh', ['-ec', (job?.script ?? []).join('\n')], { env: gitlab })
  const [, inJenkins = ''] = /sh '''(.*)'''/s.exec(code('jenkins')) ?? []
  await run('sh', ['-ec', inJenkins], { env })
  await eventually(async () =>
    expect(await messages()).toEqual(['CI: success', 'shop: pipeline 7 is done', 'CI: success']),
  )
})

test("the console's snippets for Slack's SDKs post", async () => {
  const { url, messages } = await startSlack()
  const hookUrl = `${url}/hooks/${firstHookKey}`
  const shown = slackSnippets({ url: hookUrl, channel: 'town-square' })
  const code = (id: string) => shown.find(snippet => snippet.id === id)?.code ?? ''
  await run('sh', ['-ec', code('slack-curl')])
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code('slack-node')])
  expect(stdout).toMatch(/^\d{10}\.\d{6}\n$/)
  expect(await messages()).toEqual(['Hello from curl', 'Hello from Node'])
  const key = hookUrl.split('/').at(-1)
  expect(code('slack-python')).toContain(`token="${key}", base_url="${url}/api/"`)
  const [step] = parse(code('slack-github')) as { with: Record<string, string> }[]
  expect(step?.with).toMatchObject({ method: 'chat.postMessage', api: `${url}/api/` })
  expect(parse(step?.with.payload ?? '')).toMatchObject({ channel: 'town-square' })
})
