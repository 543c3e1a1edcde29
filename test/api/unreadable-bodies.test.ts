import { expect, test } from 'vitest'
import { startApi } from './start-api.js'
import { startHistory } from './start-history.js'

const endsEarly = 'Invalid body parameter. The body is not valid JSON: it ends too early.'

const bodies: [body: string, why: string][] = [
  ['{"user_id": 5}', 'Invalid user_id parameter: it must be a text, not a number.'],
  ['{"user_id": ["x"]}', 'Invalid user_id parameter: it must be a text, not an array.'],
  ['{"user_id": "x", "role": {}}', 'Invalid role parameter: it must be a text, not an object.'],
  ['{}', 'Invalid user_id parameter: it is missing.'],
  ['{"user_id": null}', 'Invalid user_id parameter: must be an ID: 26 characters of a-z and 0-9.'],
  ['', 'Invalid user_id parameter: it is missing.'],
  ['{"user_id": "x"}', 'Invalid user_id parameter: must be an ID: 26 characters of a-z and 0-9.'],
  ['["x"]', 'Invalid body parameter. Send a JSON object, not an array.'],
  ['{"user_id": ', endsEarly],
  ['user_id=x', 'Invalid body parameter. The body is a form. Send JSON.'],
]

test('a body that cannot be read gets an error that names its own mistake', async () => {
  const { callers, teamId } = await startApi()
  const { admin } = await callers('admin')
  for (const [body, why] of bodies) {
    const { id, status_code, detailed_error } = (
      await admin.post(`/teams/${teamId}/add_user_to_team`, body)
    ).json()
    expect([body, detailed_error]).toEqual([body, why])
    expect([status_code, id]).toEqual([400, 'api.context.invalid_param.app_error'])
  }
})

test('names wrong values in the words of JSON', async () => {
  const { callers } = await startApi()
  const { admin } = await callers('admin')
  expect((await admin.post('/users/create', '{"email": 5}')).json().detailed_error).toBe(
    'Invalid email parameter: it must be a text, not a number.',
  )
})

test('a call whose body may be absent rejects one that is not JSON, instead of ignoring it', async () => {
  const { settle, post, path, headers, db } = await startHistory()
  const [id = ''] = await settle({ text: 'once' })
  const edited = await post(`${path}/deliveries/${id}/replay`, '{"payload": "{}"', headers)
  expect([edited.statusCode, edited.json().detailed_error]).toEqual([400, endsEarly])
  await settle({ text: 'awake' })
  expect(await db.delivery.count()).toBe(2)
})
