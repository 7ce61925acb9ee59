// Runs before everything else, on whatever Node there is: plain JavaScript that also an old one understands.
const [major, minor] = process.versions.node.split('.').map(Number)
// From here on Node runs TypeScript as it is, without a flag.
const fits = major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18)
if (!fits) {
  process.stderr.write(
    [
      `Metis needs Node 22.18, 23.6 or newer; this is ${process.version} (${process.execPath}).`,
      'Install Node 24 (https://nodejs.org, or `nvm install` in this folder) and run the command again.',
      'On Linux x64 `npm install` brings a fitting Node along, which `npm start` and `npm test` then use.',
      '',
    ].join('\n'),
  )
  process.exit(1)
}
