export const essay = `# Draft`
export const longEssay = `# Draft`
