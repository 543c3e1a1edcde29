import type { Adapted, Adapter } from '../adapter.js'
import { type GroupSender, groupStanding, groupText, readGroup } from '../alerts/group.js'
import type { Native } from '../native.js'

/** Prometheus Alertmanager's webhook. A group of alerts is one post, which is closed once all are resolved. */
export const alertmanager: Adapter = {
  name: 'alertmanager',
  title: 'Prometheus Alertmanager',
  headers: [],
  matches: (_headers, body) =>
    body.at('groupKey').text !== '' && body.at('receiver').exists && body.at('alerts').length > 0,
  lacks: (_headers, body) => lackOfGroup(body),
  read: (_headers, body): Adapted => {
    const group = readGroup(body)
    const key = body.at('groupKey').text
    return {
      event: group.isResolved ? 'resolved' : 'firing',
      text: groupText(body, group, prometheus, { address: addressOf(body) }),
      ...(key !== '' && { updateKey: key, close: group.isResolved, standing: groupStanding(group) }),
    }
  },
}

/** Returns what a body lacks that every group of alerts has. */
export function lackOfGroup(body: Native): string | undefined {
  if (body.at('alerts').length === 0) return 'the list `alerts`'
  const status = body.at('alerts', '0', 'status').text || body.at('status').text
  return status === 'firing' || status === 'resolved' ? undefined : 'a `status` of `firing` or `resolved`'
}

const prometheus: GroupSender = {
  nameOf: alert => alert.at('labels', 'alertname').text,
  isInternal: () => false,
  more: alert => ({ graph: alert.at('generatorURL').text }),
}

/** The page with the alerts of this receiver, as Alertmanager's own receivers for chats link it. */
function addressOf(body: Native): string {
  const { text: base } = body.at('externalURL')
  return `${base.replace(/\/+$/, '')}/#/alerts?receiver=${encodeURIComponent(body.at('receiver').text.toWellFormed())}`
}
