/** Where Slack treats a payload differently. The texts match docs/compatibility.md, by key. */
export type Difference = { key: string; what: string; slack: string; here: string }

type Kind = Difference & {
  /** Matches in markdown. */
  text?: RegExp
  /** A key of the payload or of an attachment. */
  payloadKey?: string
  attachmentKey?: string
}

/** All differences, roughly in the order of docs/compatibility.md. */
export const kinds: Kind[] = [
  {
    key: 'markdown.single_star',
    what: '*words*',
    slack: 'bold',
    here: 'No effect as bold: italic, as in markdown',
    text: /(?<![*\w])\*(?![*\s])[^*\n]+\*(?!\*)/,
  },
  {
    key: 'markdown.bold',
    what: '**words**',
    slack: 'not in its mrkdwn',
    here: 'Honoured',
    text: /\*\*[^*\n]+\*\*/,
  },
  {
    key: 'markdown.single_tilde',
    what: '~words~',
    slack: 'struck out',
    here: 'No effect; a word right behind the first ~ is linked as a channel',
    text: /(?<![~\w])~(?![~\s])[^~\n]+~(?!~)/,
  },
  {
    key: 'markdown.heading',
    what: '## Heading',
    slack: 'not in its mrkdwn',
    here: 'Honoured',
    text: /^#{1,6} /m,
  },
  {
    key: 'markdown.link',
    what: '[words](https://e.com)',
    slack: 'not in its mrkdwn',
    here: 'Honoured for http, https, mailto and ftp',
    text: /\[[^\]\n]+\]\(\w/,
  },
  {
    key: 'markdown.table',
    what: 'a table with pipes',
    slack: 'not in its mrkdwn',
    here: 'Honoured',
    text: /^\|.+\|\s*$/m,
  },
  {
    key: 'markdown.emoji',
    what: ':tada:',
    slack: 'an emoji',
    here: 'No effect in the HTML, which shows the word; emoji themselves are shown',
    text: /(?<![:\w]):[a-z][a-z0-9_+-]*:(?![:\w])/,
  },
  {
    key: 'text.date',
    what: '<!date^1392734382^{date_short}|Feb 18, 2014>',
    slack: "the date in the reader's time",
    here: 'No effect',
    text: /<!date\^/,
  },
  {
    key: 'text.channel_id',
    what: '<#C024BE7LR>',
    slack: 'a link to the channel',
    here: 'No effect',
    text: /<#C\w+[|>]/,
  },
  {
    key: 'mention.channel',
    what: '@channel',
    slack: 'none: it wants <!channel>',
    here: 'Honoured, up to 1000 members',
    text: /(?<!\w)@channel\b/,
  },
  {
    key: 'mention.here',
    what: '@here',
    slack: 'none: it wants <!here>',
    here: 'No effect',
    text: /(?<!\w)@here\b/,
  },
  {
    key: 'mention.here_tag',
    what: '<!here>',
    slack: 'mentions active members',
    here: 'No effect',
    text: /<!here[|>]/,
  },
  {
    key: 'mention.everyone_tag',
    what: '<!everyone>',
    slack: 'mentions the whole workspace',
    here: 'No effect',
    text: /<!everyone[|>]/,
  },
  {
    key: 'mention.subteam_tag',
    what: '<!subteam^S024BE7LR>',
    slack: 'mentions a group of users',
    here: 'No effect',
    text: /<!subteam\^/,
  },
  {
    key: 'mention.user_id',
    what: '<@U024BE7LH>',
    slack: 'mentions the user of that id',
    here: 'No effect',
    text: /<@[UW][A-Z0-9]+[|>]/,
  },
  {
    key: 'mention.channel_word',
    what: '~channel',
    slack: 'no such thing',
    here: 'Honoured: shown as a link',
    text: /(?<![~\w])~[a-z0-9][a-z0-9_-]*(?![~\w])/,
  },
  {
    key: 'icon_emoji',
    what: 'icon_emoji',
    slack: 'legacy hooks',
    here: 'Ignored, told',
    payloadKey: 'icon_emoji',
  },
  {
    key: 'attachment.mrkdwn_in',
    what: 'mrkdwn_in',
    slack: 'the keys that are mrkdwn',
    here: 'Ignored, told: they are markdown always',
    attachmentKey: 'mrkdwn_in',
  },
  {
    key: 'attachment.actions',
    what: 'actions',
    slack: 'buttons; not from legacy hooks',
    here: 'Ignored, told: kept without what they would call, shown, never called',
    attachmentKey: 'actions',
  },
]
