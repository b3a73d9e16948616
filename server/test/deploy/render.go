// Renders the templates of the Helm chart with Go's text/template, the engine that Helm uses. Reads
// {"templates": {name: text}, "data": {…}} on standard input, and prints {name: rendered}. It has only the functions
// that the chart needs, and is stricter than Helm: a value that is not there is an error.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"text/template"
)

type input struct {
	Templates map[string]string
	Data      map[string]interface{}
}

func isEmpty(value interface{}) bool {
	truth, _ := template.IsTrue(value)
	return !truth
}

// A line for each key, so that it can follow other keys. JSON on one line is YAML too.
func toYaml(value interface{}) (string, error) {
	fields, isMap := value.(map[string]interface{})
	if !isMap || len(fields) == 0 {
		text, err := json.Marshal(value)
		return string(text), err
	}
	lines := []string{}
	for name, field := range fields {
		text, err := json.Marshal(field)
		if err != nil {
			return "", err
		}
		lines = append(lines, fmt.Sprintf("%q: %s", name, text))
	}
	return strings.Join(lines, "\n"), nil
}

func indent(spaces int, text string) string {
	pad := strings.Repeat(" ", spaces)
	return pad + strings.ReplaceAll(text, "\n", "\n"+pad)
}

func main() {
	var given input
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil {
		panic(err)
	}
	all := template.New("").Option("missingkey=error")
	run := func(name string, data interface{}) (string, error) {
		var out bytes.Buffer
		err := all.ExecuteTemplate(&out, name, data)
		return out.String(), err
	}
	all.Funcs(template.FuncMap{
		"include": run,
		"toYaml":  toYaml,
		"nindent": func(spaces int, text string) string { return "\n" + indent(spaces, text) },
		"quote":   func(value interface{}) string { return fmt.Sprintf("%q", fmt.Sprint(value)) },
		"default": func(byDefault, value interface{}) interface{} {
			if isEmpty(value) {
				return byDefault
			}
			return value
		},
		"int":        func(value float64) int { return int(value) },
		"trimSuffix": func(suffix, text string) string { return strings.TrimSuffix(text, suffix) },
		"trunc": func(length int, text string) string {
			if len(text) > length {
				return text[:length]
			}
			return text
		},
	})
	for name, text := range given.Templates {
		template.Must(all.New(name).Parse(text))
	}
	rendered := map[string]string{}
	for name := range given.Templates {
		text, err := run(name, given.Data)
		if err != nil {
			panic(err)
		}
		rendered[name] = text
	}
	if err := json.NewEncoder(os.Stdout).Encode(rendered); err != nil {
		panic(err)
	}
}
