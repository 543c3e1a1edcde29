/** An example payload. The URL stores its `id`. */
export type Example = { id: string; name: string; payload: object }

const paragraph =
  'Every line of this text is the same. The whole text is too long for one post, so it is split at the end of a ' +
  'line or between words. Joined again, the parts are exactly the text that was sent.\n'

/** Examples of what a payload can do, simplest first. */
export const examples: [Example, ...Example[]] = [
  {
    id: 'plain',
    name: 'Plain',
    payload: { text: 'Build **1423** is done: [see the log](https://example.com/builds/1423)' },
  },
  {
    id: 'attachments',
    name: 'Attachments',
    payload: {
      username: 'deploy',
      text: 'A deployment needs attention.',
      attachments: [
        {
          color: 'warning',
          pretext: 'Staging is behind production.',
          author_name: 'Ada Lovelace',
          title: 'Shop 4.2.0',
          title_link: 'https://example.com/releases/4.2.0',
          text: 'Two of **three** servers have it.',
          fields: [
            { title: 'Environment', value: 'staging', short: true },
            { title: 'Duration', value: '3 min 12 s', short: true },
            { title: 'Missing', value: 'server `web-3` does not respond' },
          ],
          footer: 'deploy.example.com',
        },
      ],
    },
  },
  {
    id: 'table',
    name: 'Table',
    payload: {
      text: '#### Last night’s tests\n\n| Suite | Passed | Failed |\n| :--- | ---: | ---: |\n| unit | 812 | 0 |\n| browser | 64 | 2 |\n| load | 9 | 0 |',
    },
  },
  { id: 'long', name: 'Long text', payload: { text: paragraph.repeat(30).trim() } },
  {
    id: 'mention',
    name: 'Mention',
    payload: { text: 'Good morning @channel, the shop opens in ten minutes. More in ~town-square.' },
  },
  {
    id: 'alertmanager',
    name: 'Alertmanager',
    payload: {
      username: 'Alertmanager',
      icon_emoji: ':fire:',
      link_names: true,
      attachments: [
        {
          fallback: '[FIRING:1] HighErrorRate shop (critical) | https://alerts.example.com/#/alerts',
          title: '[FIRING:1] HighErrorRate shop (critical)',
          title_link: 'https://alerts.example.com/#/alerts',
          text: '*Summary:* 7 % of calls have failed for 5 minutes',
          fields: [
            { title: 'Severity', value: 'critical', short: true },
            { title: 'Service', value: 'shop', short: true },
          ],
          mrkdwn_in: ['fallback', 'pretext', 'text'],
          color: 'danger',
        },
      ],
    },
  },
]
