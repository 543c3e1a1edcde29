import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../data/client/api.js'
import { refreshDeliveries } from '../data/deliveries.js'
import { useHook } from '../data/hooks.js'
import { useTeam } from '../data/teams.js'
import { DeliveryLink } from '../deliveries/delivery-facts.js'
import { PayloadEditor } from '../deliveries/replay/edit-and-replay.js'
import { jsonMistake } from '../deliveries/replay/json-mistake.js'
import { NotYourHook } from '../hooks/edit/regenerate-url.js'
import { FormError } from '../server/states.js'
import { Button } from '../ui/button.js'
import { Table } from '../ui/list.js'
import { useSettled } from '../ui/use-settled.js'
import { type Difference, kinds } from './kinds.js'
import { PreviewPane } from './preview-pane.js'

/** A payload editor next to its preview. */
export function Bench({ initial }: { initial: string }) {
  const [payload, setPayload] = useState(initial)
  const settled = useSettled(payload)
  return (
    <div className="grid gap-6 xl:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-3">
        <PayloadEditor value={payload} onChange={setPayload} rows={18} />
        <SendNow payload={payload} isReady={payload.trim() !== '' && jsonMistake(payload) === undefined} />
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        <PreviewPane payload={settled} />
        <DifferencesTable payload={settled} />
      </div>
    </div>
  )
}

/** Where Slack would treat the payload differently; empty if nothing differs. */
function DifferencesTable({ payload }: { payload: string }) {
  const differences = differencesIn(payload)
  if (differences.length === 0) return null
  return (
    <section aria-label="Slack and Posthorn" className="flex flex-col gap-2">
      <h2 className="font-medium">Where Slack differs</h2>
      <div className="rounded-lg border border-line">
        <Table label="Differences from Slack" className="text-sm [&_td]:align-top [&_th]:w-1/3">
          <thead>
            <tr>
              <th>Written</th>
              <th>Slack</th>
              <th>Here</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ key, what, slack, here }) => (
              <tr key={key}>
                <td>
                  <code className="font-mono">{what}</code>
                </td>
                <td>{slack}</td>
                <td>{here}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </section>
  )
}

/** Sends a payload to the hook as the user, and shows the result. */
function SendNow({ payload, isReady }: { payload: string; isReady: boolean }) {
  const team = useTeam()
  const current = useHook()
  const { id: hook } = current
  const client = useQueryClient()
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => api.sendPayload({ params: { team: team.id, hook }, body: { payload } }),
    onSuccess: () => refreshDeliveries(client, hook),
  })
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button look="primary" icon="send" busy={isPending} disabled={!isReady} onClick={() => mutate()}>
          {isPending ? 'Sending…' : 'Send'}
        </Button>
        <p role="status">
          {data && !isPending && (
            <>
              {outcomes[data.outcome]}{' '}
              {data.outcome !== 'queued' && (
                <DeliveryLink hook={hook} delivery={data.delivery} words="Show the delivery" />
              )}
            </>
          )}
        </p>
      </div>
      {error && <FormError error={error} />}
      <NotYourHook hook={current} what="This payload posts" />
      <p className="text-sm text-quiet">
        This posts for real: everybody in the channel sees it, and it counts against the rate limit.
      </p>
    </div>
  )
}

const outcomes = {
  posted: 'Posted.',
  replied: 'Posted as a reply.',
  updated: 'Updated an earlier post.',
  collapsed: 'Counted in the earlier post that it repeats.',
  superseded: 'Not applied, because a newer delivery has set the post.',
  skipped: 'Skipped: this event becomes no post.',
  rejected: 'Rejected.',
  queued: 'Stored, but not posted yet. It will appear among the deliveries.',
}

/** Returns where Slack would treat a payload differently; empty unless it is a JSON object. */
export function differencesIn(payload: string): Difference[] {
  const read = objectIn(payload)
  const attachments = (Array.isArray(read.attachments) ? read.attachments : []).filter(isObject)
  const texts = [read, ...attachments].flatMap(shownTexts).join('\n\n')
  return kinds.filter(
    ({ text, payloadKey, attachmentKey }) =>
      text?.test(texts) ||
      (payloadKey && payloadKey in read) ||
      (attachmentKey && attachments.some(attachment => attachmentKey in attachment)),
  )
}

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function objectIn(payload: string): Json {
  try {
    const read: unknown = JSON.parse(payload)
    return isObject(read) ? read : {}
  } catch {
    return {}
  }
}

/** Returns the parts that are read as markdown. */
function shownTexts({ text, pretext, fields }: Json): string[] {
  const values = (Array.isArray(fields) ? fields : []).filter(isObject).map(({ value }) => value)
  return [text, pretext, ...values].filter(text => typeof text === 'string')
}
