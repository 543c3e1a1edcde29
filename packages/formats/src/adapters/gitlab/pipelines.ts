import { asWords } from '../alerts/alert.js'
import { type BuildState, buildPost, buildState } from '../forges/build.js'
import { type EventReader, eventName, keyFor, notShown } from '../forges/events.js'
import { commitLine } from '../forges/push.js'
import { addressBelow, type ForgePlace, lines, linked, listed } from '../forges/sentence.js'
import { code, joined, link, plain } from '../markdown.js'
import type { Native } from '../native.js'
import { gitlabProject, gitlabUser } from './gitlab-values.js'
import { gitlabCommit } from './project.js'

const states = new Map<string, BuildState>([
  ['created', 'waiting'],
  ['waiting_for_resource', 'waiting'],
  ['waiting_for_callback', 'waiting'],
  ['preparing', 'waiting'],
  ['pending', 'waiting'],
  ['scheduled', 'waiting'],
  ['running', 'running'],
  ['canceling', 'running'],
  ['success', 'passed'],
  ['failed', 'failed'],
  ['canceled', 'stopped'],
  ['skipped', 'skipped'],
  ['manual', 'held'],
  ['blocked', 'held'],
])

/** Reads `pipeline`. */
export const gitlabPipeline: EventReader = body => {
  const pipeline = body.at('object_attributes')
  const { text: status } = pipeline.at('status')
  const where = gitlabProject(body)
  const id = pipeline.at('id').text
  const failed = body
    .at('builds')
    .items.filter(job => job.at('status').text === 'failed' && !job.at('allow_failure').isTrue)
  return buildPost({
    event: eventName('pipeline', status),
    state: buildState(states, status),
    build: {
      name: joined(['Pipeline', id && `#${id}`]),
      url: pipeline.at('url').text || addressBelow(where.url, id && `-/pipelines/${id}`),
    },
    ref: branch(where, pipeline.at('ref').text, pipeline.at('tag').isTrue),
    where,
    who: gitlabUser(body),
    seconds: pipeline.at('duration').number,
    details: [
      commitLine(gitlabCommit(body.at('commit'))),
      listed(failed.map(job => failedJob(where, job.at('name').text, job.at('id').text, job))),
    ],
    key: keyFor('pipeline', where.name, id),
  })
}

function branch(where: ForgePlace, name: string, isTag: boolean): ForgePlace {
  const request = /^refs\/merge-requests\/(\d+)\//.exec(name.slice(0, 100))?.[1]
  if (request) return { name: `!${request}`, url: addressBelow(where.url, `-/merge_requests/${request}`) }
  return { name, url: addressBelow(where.url, name && `-/${isTag ? 'tags' : 'tree'}/${name}`) }
}

function failedJob(where: ForgePlace, name: string, id: string, job: Native): string {
  const reason = job.at('failure_reason').text || job.at('build_failure_reason').text
  const stage = job.at('stage').text || job.at('build_stage').text
  return joined([
    link(name, addressBelow(where.url, id && `-/jobs/${id}`)),
    stage && `in ${code(stage, 60)}`,
    reason && `(${asWords(reason)})`,
  ])
}

/** Reads `build`. A failed job replies to its pipeline. */
export const gitlabJob: EventReader = body => {
  const { text: status } = body.at('build_status')
  const event = eventName('build', status)
  if (status !== 'failed' || body.at('build_allow_failure').isTrue)
    return notShown(event, 'only failed jobs are shown')
  const where = gitlabProject(body)
  const key = keyFor('pipeline', where.name, body.at('pipeline_id').text)
  const job = failedJob(where, body.at('build_name').text, body.at('build_id').text, body)
  const ref = linked(branch(where, body.at('ref').text, body.at('tag').isTrue))
  const first = joined(['❌ Job failed:', job, ref && `on ${ref}`, where.name && `in ${linked(where)}`])
  const commit = body.at('commit')
  const sha = commit.at('sha').text || body.at('sha').text
  const { text: message } = commit.at('message')
  return {
    event,
    text: lines(
      joined([first, plain(gitlabUser(body), 60)], ' · '),
      message !== '' &&
        commitLine({
          sha,
          url: addressBelow(where.url, sha && `-/commit/${sha}`),
          message,
          author: commit.at('author_name').text,
        }),
    ),
    ...(key !== undefined && { threadKey: key }),
  }
}

/** Reads `deployment`. */
export const gitlabDeployment: EventReader = body => {
  const { text: status } = body.at('status')
  const where = gitlabProject(body)
  return buildPost({
    event: eventName('deployment', status),
    state: buildState(states, status),
    build: {
      name: `Deployment to ${body.at('environment').text}`,
      url:
        (status === 'success' && body.at('environment_external_url').text) || body.at('deployable_url').text,
    },
    passed: 'succeeded',
    ref: branch(where, body.at('ref').text, false),
    where,
    who: gitlabUser(body),
    details: [
      commitLine({
        sha: body.at('short_sha').text,
        url: body.at('commit_url').text,
        message: body.at('commit_title').text,
        author: '',
      }),
    ],
    key: keyFor('deployment', where.name, body.at('deployment_id').text),
  })
}
