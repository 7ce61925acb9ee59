export const unicode = `# Many scripts, one answer

- Chinese: 你好，世界。对话可以在不同的模型之间继续。
- Japanese: こんにちは、世界。漢字とカタカナとひらがな。
- Korean: 안녕하세요, 세계. 대화는 계속됩니다.
- Arabic: مرحبا بالعالم، هذه محادثة من اليمين إلى اليسار (with English inside).
- Hebrew: שלום עולם, שיחה אחת וכמה מודלים.
- Hindi: नमस्ते दुनिया, क्षत्रिय में संयुक्ताक्षर हैं।
- Thai: สวัสดีชาวโลก ไม่มีช่องว่างระหว่างคำ
- Greek and Russian: Καλημέρα κόσμε. Привет, мир.
- Combining marks: e\u0301 is é, n\u0303 is ñ, and Z\u0351\u036b\u0343a\u0321\u0353\u035elg\u0310o\u0322 piles them up.
- Emoji: 🎉 🦉 🇺🇳 👍🏽 👩🏽‍💻 👨‍👩‍👧‍👦 🏳️‍🌈 ❤️‍🔥
- Outside the basic plane: 𝒳 = ∑ 𝓍ᵢ, 𠜎, 𐍈, 🀄
- Invisible: zero\u200bwidth, non\u00a0breaking, soft\u00adhyphen, left\u200eto\u200fright

| script | sample | direction |
|---|---|---|
| 日本語 | 東京都 | → |
| العربية | القاهرة | ← |
| עברית | ירושלים | ← |

\`\`\`ts
const greeting = '你好 👋🏽 مرحبا'
console.log([...greeting].length, greeting.length)
\`\`\``
