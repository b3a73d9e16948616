// The parts of an OpenAPI document that are moved into its components.

/** Any part of the document. */
export type Part = { [key: string]: unknown };

export interface Reference extends Part {
  $ref: string;
}

export interface MediaPart extends Part {
  schema?: Part;
  examples?: Record<string, Part>;
}

export interface ResponsePart extends Part {
  description: string;
  headers?: Record<string, Part>;
  content?: Record<string, MediaPart>;
}

export interface ParameterPart extends Part {
  name: string;
  in: string;
}

export interface OperationPart extends Part {
  operationId: string;
  parameters?: ParameterPart[];
  requestBody?: Part;
  responses: Record<string, ResponsePart>;
}

export type Section = 'schemas' | 'parameters' | 'requestBodies' | 'responses' | 'headers' | 'examples';

export interface DocumentPart extends Part {
  paths: Record<string, Record<string, OperationPart>>;
  components: Part & Partial<Record<Section, Record<string, Part>>>;
}
