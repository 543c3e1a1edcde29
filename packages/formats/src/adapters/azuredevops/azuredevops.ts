import type { Adapter } from '../adapter.js'
import { dispatch, type EventReader, withDeliveryId } from '../forges/events.js'
import type { Native } from '../native.js'
import { azureBuild, azureRun, azureRunPart } from './builds.js'
import { azureMergeAttempt, azurePullComment, azurePullCreated, azurePullUpdated } from './pulls.js'
import { azurePush } from './push.js'
import { azureApproval, azureDeployment } from './releases.js'
import { azureWorkItem } from './work-items.js'

const readers: Record<string, EventReader> = {
  'build.complete': azureBuild,
  'git.pullrequest.created': azurePullCreated,
  'git.pullrequest.merged': azureMergeAttempt,
  'git.pullrequest.updated': azurePullUpdated,
  'git.push': azurePush,
  'ms.vss-code.git-pullrequest-comment-event': azurePullComment,
  'ms.vss-pipelinechecks-events.approval-completed': azureApproval,
  'ms.vss-pipelinechecks-events.approval-pending': azureApproval,
  'ms.vss-pipelines.job-state-changed-event': azureRunPart,
  'ms.vss-pipelines.run-state-changed-event': azureRun,
  'ms.vss-pipelines.stage-state-changed-event': azureRunPart,
  'ms.vss-release.deployment-approval-completed-event': azureApproval,
  'ms.vss-release.deployment-approval-pending-event': azureApproval,
  'ms.vss-release.deployment-completed-event': azureDeployment,
  'ms.vss-release.deployment-started-event': azureDeployment,
  'workitem.commented': azureWorkItem,
  'workitem.created': azureWorkItem,
  'workitem.deleted': azureWorkItem,
  'workitem.restored': azureWorkItem,
  'workitem.updated': azureWorkItem,
}

const noSubscription = '00000000-0000-0000-0000-000000000000'

/** Returns a notification's id. Tests have no subscription, and the same ids every time. */
function deliveryId(body: Native): string {
  const ids = ['subscriptionId', 'notificationId', 'id'].map(key => body.at(key).text)
  return ids.includes('') || ids[0] === noSubscription ? '' : ids.join(':')
}

/** The service hooks of Azure DevOps. They have no headers of their own. */
export const azureDevops: Adapter = {
  name: 'azuredevops',
  title: 'Azure DevOps',
  headers: [],
  matches: (_headers, body) =>
    body.at('eventType').exists &&
    body.at('publisherId').exists &&
    body.at('resource').exists &&
    body.at('resourceContainers').exists,
  read: (_headers, body) =>
    withDeliveryId(dispatch(readers, body.at('eventType').text, body), deliveryId(body)),
}
