// Sends requests with net/http and prints the processor time of one in microseconds: client_go URL REQUESTS WIDTH
package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"sync"
	"syscall"
)

func seconds() float64 {
	var usage syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	return float64(usage.Utime.Sec+usage.Stime.Sec) + float64(usage.Utime.Usec+usage.Stime.Usec)/1e6
}

func main() {
	count, _ := strconv.Atoi(os.Args[2])
	width, _ := strconv.Atoi(os.Args[3])
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: width}}
	ask := func() {
		response, err := client.Get(os.Args[1])
		if err != nil {
			panic(err)
		}
		io.ReadAll(response.Body)
		if response.StatusCode != 200 {
			panic(response.Status)
		}
		response.Body.Close()
	}
	all := func(count int) {
		var group sync.WaitGroup
		for worker := 0; worker < width; worker++ {
			group.Add(1)
			go func() {
				for number := 0; number < count/width; number++ {
					ask()
				}
				group.Done()
			}()
		}
		group.Wait()
	}
	all(width * 10)
	before := seconds()
	all(count)
	fmt.Println((seconds() - before) / float64(count) * 1e6)
}
