/** The methods of Slack's API that the ingress serves, because senders use them. The API serves those that only read. */
export const slackMethods = [
  'api.test',
  'auth.test',
  'chat.postMessage',
  'chat.update',
  'chat.delete',
  'chat.getPermalink',
  'files.getUploadURLExternal',
  'files.completeUploadExternal',
  'files.upload',
] as const
export type SlackMethod = (typeof slackMethods)[number]
