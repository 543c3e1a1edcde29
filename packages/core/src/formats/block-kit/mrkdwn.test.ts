import { expect, test } from 'vitest'
import { fromMrkdwn } from './mrkdwn.js'

test.each([
  ['*bold* and _it_', '**bold** and _it_'],
  ['(*a*), "*b*"', '(**a**), "**b**"'],
  ['*a b*\n*c*', '**a b**\n**c**'],
  ['_*both*_ *<https://e.com|x>*', '_**both**_ **<https://e.com|x>**'],
  ['~gone~ ~/bin', '~~gone~~ ~/bin'],
  ['2 * 3 * 4, a*b*c, * no *, **as it is**', '2 * 3 * 4, a*b*c, * no *, **as it is**'],
  ['`*code* &lt;` ```*block* &amp;```', '`*code* <` ```*block* &```'],
  ['# no heading\n#tag', '\\# no heading\n#tag'],
  ['&gt; quoted\nnot', '> quoted\n\nnot'],
  ['<!here> <!channel> <!everyone>', '@here @channel @all'],
  ['<@U1> <@U1|bob> <#C1|general> <!subteam^S1|@ops>', '@U1 @bob ~general @ops'],
  ['<!date^1763712000^{date}|today> <!unknown>', 'today <!unknown>'],
  ['1 &lt; 2 &amp; 3', '1 &lt; 2 &amp; 3'],
])('%s becomes %s', (text, markdown) => {
  expect(fromMrkdwn(text)).toBe(markdown)
})
