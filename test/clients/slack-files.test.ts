import { WebClient } from '@slack/web-api'
import { expect, test } from 'vitest'
import { firstHookKey } from '../support/constants.js'
import { startWithFiles } from '../support/slack-files.js'

const failure = (sending: Promise<unknown>): Promise<unknown> => sending.catch((error: unknown) => error)

const clientOf = ({ url }: { url: string }, token = firstHookKey) =>
  new WebClient(token, { slackApiUrl: `${url}/api/` })

test("Slack's own client uploads a file with a hook's key, and members of the channel read it", async () => {
  const world = await startWithFiles()
  const { id: channel } = await world.channelNamed('builds')
  const sent = await clientOf(world).filesUploadV2({
    channel_id: channel,
    file: Buffer.from('all tests passed'),
    filename: 'report.txt',
    initial_comment: 'the *report*',
  })
  expect(sent).toMatchObject({ ok: true, files: [{ ok: true, files: [{ title: 'report.txt' }] }] })
  const [post] = await world.posts('builds')
  const file = { name: 'report.txt', type: 'text/plain', size: 16 }
  expect(post).toMatchObject({ message: 'the *report*', files: [file] })
  const { id } = await world.db.file.findFirstOrThrow()
  const { reader, stranger } = await world.callers('reader', 'stranger')
  expect((await reader.get(`/files/${id}/get`)).body).toBe('all tests passed')
  expect(await stranger.statusAndId(`/files/${id}/get`)).toBe('404 store.sql_file_info.get.app_error')
})

test("Slack's own client uploads several files into a thread with a user's token", async () => {
  const world = await startWithFiles()
  const client = clientOf(world, world.token)
  const { ts, channel = '' } = await client.chat.postMessage({ channel: 'builds', text: 'the build' })
  await client.filesUploadV2({
    channel_id: channel,
    thread_ts: String(ts),
    file_uploads: ['a', 'b'].map(name => ({ content: name.repeat(300), filename: `${name}.txt` })),
  })
  const [root, reply] = await world.posts('builds')
  expect(reply).toMatchObject({
    rootId: root?.id,
    message: '',
    files: [{ name: 'a.txt' }, { name: 'b.txt' }],
  })
  const { stranger, reader } = await world.callers('stranger', 'reader')
  expect(await world.db.file.findMany()).toMatchObject(
    [reader, reader].map(({ id }) => ({ userId: id, hookId: '' })),
  )
  expect(stranger.id).not.toBe(reader.id)
})

test("the retired files.upload says what to use instead, and Slack's own client fails plainly", async () => {
  const world = await startWithFiles()
  const error = await failure(clientOf(world).apiCall('files.upload', { channels: 'builds', content: 'old' }))
  expect(error).toMatchObject({ data: { error: 'method_deprecated' } })
  const data = { response_metadata: { messages: [expect.stringContaining('files.getUploadURLExternal')] } }
  expect(error).toMatchObject({ data })
  expect(await failure(clientOf(world).filesUploadV2({ channel_id: 'nowhere', content: 'x' }))).toMatchObject(
    {
      data: { error: 'channel_not_found' },
    },
  )
})
