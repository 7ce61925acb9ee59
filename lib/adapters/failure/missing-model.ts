/** Each with the message it was seen in: hosts say it with the status of any bad request (wire-rule 125). */
const MISSING_MODEL = [
  // DeepSeek: Model Not Exist
  // xAI: The model grok-9 does not exist or your team 1234 does not have access to it.
  // vLLM: The model `x` does not exist. · Fireworks: Model not found, inaccessible, and/or not deployed
  /\bmodel:? (\S{1,200} )?(not exist|(does not|doesn't) exist|(is |was )?not found|could not be found)/i,
  // DeepSeek: The supported API model names are deepseek-v4-pro or deepseek-v4-flash, but you passed deepseek-v9.
  /supported (API )?model names are/i,
  // OpenRouter: x is not a valid model ID · LM Studio: Invalid model identifier "x". Please specify a valid …
  // Mistral: Invalid model: x · Perplexity: Invalid model 'x'. Permitted models can be found in the documentation
  /not a valid model\b|(invalid|unknown|no such) model( (id|identifier|name)\b|:| ['"`@]|$)/im,
  // Google: models/gemini-9 is not found for API version v1beta
  /\bmodels\/\S{1,200} (is )?not found/i,
  // Together: Unable to access model x. Please visit … to view the list of supported models.
  /unable to access (the )?model\b/i,
  // Copilot, Hugging Face: The requested model 'x' is not supported by any provider you have enabled.
  /requested model( \S{1,200})? is not supported/i,
  // Groq: The model `x` has been decommissioned and is no longer supported.
  /\bmodel \S{1,200} (has been (decommissioned|retired|removed)|is no longer (supported|available))/i,
  /\bmodel_(not_(found|exist|available|supported)|decommissioned)\b/,
]

/** Whether a provider's words say that there is no such model, or none for this key. */
export function speaksOfMissingModel(text: string): boolean {
  return MISSING_MODEL.some((pattern) => pattern.test(text))
}
