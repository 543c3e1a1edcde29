import type { Adapter } from '../adapter.js'
import { dispatch, type EventReader, withDeliveryId } from '../forges/events.js'
import { harborPull, harborPush, harborQuota, harborReplication, harborRetention } from './events.js'
import { harborScan } from './scans.js'

/** Events by their names in Harbor's own format. */
const readers: Record<string, EventReader> = {
  DELETE_ARTIFACT: harborPush,
  PULL_ARTIFACT: harborPull,
  PUSH_ARTIFACT: harborPush,
  QUOTA_EXCEED: harborQuota,
  QUOTA_WARNING: harborQuota,
  REPLICATION: harborReplication,
  SCANNING_COMPLETED: harborScan,
  SCANNING_FAILED: harborScan,
  TAG_RETENTION: harborRetention,
}

/** The same events as CloudEvents, which Harbor sends if its owner chooses so. */
const cloudEvents = new Map([
  ['harbor.artifact.deleted', 'DELETE_ARTIFACT'],
  ['harbor.artifact.pulled', 'PULL_ARTIFACT'],
  ['harbor.artifact.pushed', 'PUSH_ARTIFACT'],
  ['harbor.quota.exceeded', 'QUOTA_EXCEED'],
  ['harbor.quota.warned', 'QUOTA_WARNING'],
  ['harbor.replication.status.changed', 'REPLICATION'],
  ['harbor.scan.completed', 'SCANNING_COMPLETED'],
  ['harbor.scan.failed', 'SCANNING_FAILED'],
  ['harbor.tag_retention.finished', 'TAG_RETENTION'],
])

/** Harbor's webhooks, in both of its formats. */
export const harbor: Adapter = {
  name: 'harbor',
  title: 'Harbor',
  headers: [],
  matches: (_headers, body) => {
    const type = body.at('type').text
    if (type.startsWith('harbor.')) return body.at('specversion').exists
    return /^[A-Z_]+$/.test(type) && body.at('event_data').exists && body.at('occur_at').exists
  },
  read: (_headers, body) => {
    const type = body.at('type').text
    const id = body.at('specversion').exists ? body.at('id').text : ''
    return withDeliveryId(dispatch(readers, cloudEvents.get(type) ?? type, body), id)
  },
}
