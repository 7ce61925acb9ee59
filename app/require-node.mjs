// Runs before everything else, on whatever Node there is: plain JavaScript that also an old one understands.
const WANTED = [22, 18]

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < WANTED[0] || (major === WANTED[0] && minor < WANTED[1])) {
  process.stderr.write(
    [
      `Metis needs Node ${WANTED.join('.')} or newer; this is ${process.version} (${process.execPath}).`,
      'Install Node 24 (https://nodejs.org, or `nvm install` in this folder) and run the command again.',
      'On Linux x64 `npm install` brings a fitting Node along, which `npm start` and `npm test` then use.',
      '',
    ].join('\n'),
  )
  process.exit(1)
}
