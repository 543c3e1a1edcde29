// Calls Posthorn with slack-go, as programs in Go do, and prints what it got. Arguments: the base URL, a token, a channel.
package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/slack-go/slack"
)

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func main() {
	api := slack.New(os.Args[2], slack.OptionAPIURL(os.Args[1]+"/api/"))
	auth, err := api.AuthTest()
	check(err)
	fmt.Println("user", auth.User)

	channel, ts, err := api.PostMessage(os.Args[3],
		slack.MsgOptionText("a build", false),
		slack.MsgOptionAttachments(slack.Attachment{Color: "good", Title: "shop"}))
	check(err)
	_, _, err = api.PostMessage(channel, slack.MsgOptionText("a reply", false), slack.MsgOptionTS(ts))
	check(err)
	_, _, _, err = api.UpdateMessage(channel, ts, slack.MsgOptionText("a build that passed", false))
	check(err)
	_, other, err := api.PostMessage(channel, slack.MsgOptionText("a mistake", false))
	check(err)
	_, _, err = api.DeleteMessage(channel, other)
	check(err)
	link, err := api.GetPermalink(&slack.PermalinkParameters{Channel: channel, Ts: ts})
	check(err)
	fmt.Println("link", link)

	_, _, err = api.PostMessage("nowhere", slack.MsgOptionText("x", false))
	fmt.Println("error", err)
	_, err = api.UploadFile(slack.FileUploadParameters{Content: "old", Filename: "a.txt", Channels: []string{channel}})
	fmt.Println("upload", err)

	for try := 0; try < 100; try++ {
		_, err = api.AuthTest()
		var limited *slack.RateLimitedError
		if errors.As(err, &limited) {
			fmt.Println("limited", limited.RetryAfter.Seconds() >= 1)
			return
		}
		check(err)
	}
}
