import type { Adapter } from '../adapter.js'
import { dispatch, type EventReader, notShown } from '../forges/events.js'
import { gitlabIssue } from './issues.js'
import { gitlabMergeRequest } from './merge-requests.js'
import { gitlabNote } from './notes.js'
import { gitlabDeployment, gitlabJob, gitlabPipeline } from './pipelines.js'
import {
  gitlabAccessToken,
  gitlabFeatureFlag,
  gitlabMember,
  gitlabRelease,
  gitlabWikiPage,
} from './project.js'
import { gitlabPush } from './push.js'

const readers: Record<string, EventReader> = {
  access_token: gitlabAccessToken,
  build: gitlabJob,
  deployment: gitlabDeployment,
  emoji: (_body, event) => notShown(event),
  feature_flag: gitlabFeatureFlag,
  incident: gitlabIssue,
  issue: gitlabIssue,
  merge_request: gitlabMergeRequest,
  note: gitlabNote,
  pipeline: gitlabPipeline,
  push: gitlabPush,
  release: gitlabRelease,
  tag_push: gitlabPush,
  user_add_to_group: gitlabMember,
  user_add_to_team: gitlabMember,
  user_remove_from_group: gitlabMember,
  user_remove_from_team: gitlabMember,
  wiki_page: gitlabWikiPage,
  work_item: gitlabIssue,
}

/** GitLab's webhooks, of projects, groups and the whole instance. */
export const gitlab: Adapter = {
  name: 'gitlab',
  title: 'GitLab',
  headers: ['x-gitlab-event'],
  // X-Gitlab-Event-UUID is the same for several events of one request
  idempotencyHeader: 'idempotency-key',
  matches: headers => headers['x-gitlab-event'] !== undefined,
  read: (_headers, body) =>
    dispatch(readers, body.at('object_kind').text || body.at('event_name').text, body),
}
